"""Trees learned elsewhere: scikit-learn's and Spark's as dtlab's own."""
