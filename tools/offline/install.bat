@rem Windows: double-click, or  install.bat [FOLDER]
@where /q py
@if errorlevel 1 (python "%~dp0install.py" %*) else (py "%~dp0install.py" %*)
@pause
