"""The border: what users hand over becomes clean arrays here, or one sentence that says why not."""
