"""Short forms that cryptic clues use, and what stands for them: A is "one", CH is "church"."""

from __future__ import annotations

from functools import cache

TABLE = """
A one, top grade | AB sailor | AC account, current | AD these days, notice | AG silver
AI first class | AL Capone | AM morning | AN article | ANT worker | AR Arkansas | AS when
AT in, by | AU gold | B bishop, black, bachelor | BA graduate, degree | BB Bardot | BE live
BR British, railway | BY near | C about, hundred, Conservative, cold | CA about, accountant
CD record | CE church | CH church, companion | CIA spies | CO company, business, commander
CON prisoner | CR credit | CU copper | D daughter, penny, five hundred, Democrat, died | DA lawyer
DE of French | DI detective | DJ record player | DO party, ditto | DR doctor
E east, drug, English, energy | EA each | EC city | ED editor, journalist | EG for example, say
EL the Spanish, railway | EM space | EN space, nurse | ER queen, hesitation | ET alien, and French
EX old lover, former | F loud, fellow, female | FA football | FE iron | FF very loud
FR French, father | G good, gravity, grand | GI soldier | GO turn, leave | GP doctor | GR king
H hospital, hot, hydrogen, hard | HA laugh | HE ambassador, that man | HO house | HP sauce
I one, island, current | ID papers | IE that is | IF provided | IN at home, fashionable | IO moon
IQ intelligence | IS island | IT sex appeal, vermouth | J judge | K king, thousand | KO knock out
KT knight | L left, learner, fifty, large, pound | LA the French, Los Angeles | LE the French
LIT landed | LO look | LP record | LT lieutenant | M married, male, thousand, motorway
MA mother, graduate | MB doctor | MC host | MD doctor | ME this writer | MI road, Michigan
MM frames | MO second, doctor | MP politician | MS manuscript | MU Greek character
N north, new, knight, name | NA sodium | NB note | NE not in Scotland | NI province | NO number
NT books | NY New York | O love, nothing, duck, ring | OB died | OK fine | ON leg | OP work
OR gold, men | OS very large | OT books | OU Oxford | OX neat | P parking, quietly, pawn
PA father, secretary | PB lead | PC policeman, computer | PE gym | PER for each | PH pub | PI good
PM afternoon | PO river, naval officer | PP very quiet | PR public relations | PS afterthought
PT point, gym | Q question, queen | QC lawyer | R right, king, queen, river, resistance
RA artist, gunners | RE about, engineers | RI religious lessons | RR bishop | RU rugby | RY lines
S second, son, south, society | SA it | SE London area | SH quiet | SI yes in Spain | SO very
SOS cry for help | SP odds | SS ship | ST saint, street | T time, model, tense | TA volunteers
TE note | TI note | TNT explosive | TO shut | TT dry, race | TV set
U university, upper class, turn | UN peacekeepers, a French | UP at university, in court
US America | V five, very, against, see | VC medal | VI six | W west, wife, with, women
WE you and I | WI women | X kiss, ten, vote, cross | XI team | XX twenty | Y year, unknown, yard
YE the old | Z character
"""


@cache
def abbreviations() -> dict[str, tuple[str, ...]]:
    """Return the short forms, with the words that stand for them."""
    entries = (entry.strip() for line in TABLE.split("\n") for entry in line.split("|"))
    pairs = (entry.partition(" ") for entry in entries if entry)
    return {short: tuple(meanings.split(", ")) for short, _, meanings in pairs}
