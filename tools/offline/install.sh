#!/bin/sh
# Linux and macOS:  sh install.sh [FOLDER]
exec "${PYTHON:-python3}" "$(dirname "$0")/install.py" "$@"
