"""Items of the bank, and the verdict on an answer: the same for a learner and for a grader."""
