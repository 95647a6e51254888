"""What the tests of nbjudge share."""
