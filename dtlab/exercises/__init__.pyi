# The public names and their modules: for _lazy.py, editors and mypy.
from .asking import guess as guess
from .asking import quiz as quiz
from .asking import reveal as reveal
from .checking import check as check
from .checking import draw as draw
from .checking import grade as grade
from .checking import hint as hint
from .checking import solution as solution
from .course_map import progress as progress
from .exercise import Exercise as Exercise
from .items import Case as Case
from .items import Check as Check
from .items import Guess as Guess
from .items import Mistake as Mistake
from .items import Question as Question
from .items import Quiz as Quiz
from .labs import submit as submit
