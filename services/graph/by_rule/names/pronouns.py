"""Given names that only women, or only men, have in most of Europe: “Hector Strand” is never “she”. Pure."""

import unicodedata

from services.graph.by_rule.sentences.tokens import word_set

_WOMEN = word_set("""
abigail agatha agnes agnieszka aileen aisha alessandra alexandra alice alicia alina alison amanda amelia amina
anastasia angela anita anna annabel anne annette annika antonia astrid audrey barbara beatrice belinda bernadette
bertha betty bianca bridget brigitte carina carla carmen carol caroline carolyn catarina caterina catherine cecilia
celia charlotte chiara christina christine claire clara claudia colette constance cornelia cristina cynthia danica
daphne deborah deirdre delphine diana dora doris dorothea dorothy edith edna eileen eilidh elaine eleanor elena
elisabeth eliza elizabeth ellen elsa elsie elspeth emilia emily emma erica erika esther eunice eva evelyn fatima
felicia felicity fernanda fiona flora florence francesca francine franziska frida gabriela gabriella gemma genevieve
georgina geraldine gertrude gillian gina giulia gladys gloria grace greta gudrun gwen gwendolyn hannah harriet hazel
heather hedwig heidi helen helena helga henrietta hilda honora imogen ingeborg ingrid irene irina isabel isabella
isobel jacqueline jane janet janice jeanne jelena jennifer jenny jessica joanna josephine joyce judith judy julia
juliana julie juliet juliette karen karin karina katarina katarzyna kate katharina katherine kathleen kathryn katja
katrina kirsten kirsty kristin kristina laura lauren leila lena leonie leonora lidia lillian lina linda lisa lorna
lorraine louisa louise lucia lucie lucinda lucy ludmila luisa lydia mabel magda magdalena marcia margaret margarete
margit margot maria mariana marianne marie marisa marjorie marlene marta martha mary mathilde matilda maud maureen
melanie melissa mildred miranda miriam moira monica monika muriel nadia nadine nancy naomi natalia natalie natasha
nell niamh nina nora nuala octavia odette olena olga olivia oonagh orla ottilie pamela patricia paula paulina pauline
peggy penelope petra philippa phyllis priscilla priya rachel rebecca renata rita rosa rosalind rosamund rose rosemary
ruth sabina sabine sabrina samantha sandra sara sarah saskia sheila sigrid silvia sinead siobhan sofia sonia
sophia sophie stella stephanie susan susanna suzanne svetlana sylvia tamara tamsin tania tanya tatiana teresa theresa
tilda tina tracy ulla ulrika ursula ute valentina valeria vanessa vera veronica vesna victoria viola violet virginia
virginie vivienne wanda wendy wilhelmina wilma winifred yolanda yvette yvonne zoe zofia zuzana
""")
_MEN = word_set("""
aaron abdul abraham adam adrian ahmed aidan alan alasdair albert alberto alec alejandro alexander alexandre alfred ali
allan alphonse ambrose anders andrei andrew angus anthony anton antonio archibald arnold arthur august axel barnaby
bartholomew basil benedict benjamin bernard bernd boris brendan brian bruno carl carlos cecil charles christian
christof christoph christopher clarence claude clement clive colin connor conrad constantine cornelius cyril daniel
david denis dennis derek desmond diego dieter dimitri dmitri dominic donald douglas duncan ebenezer edgar edmund
eduard edward edwin emil enrico eric erik ernest ernst eugene fabian felix ferdinand fergus fernando florian francesco
francisco francois frank franz fred frederic frederick friedrich gareth gary gavin geoffrey georg george georges
gerald gerard gerhard giacomo gilbert giles giovanni giuseppe gordon gottfried graham gregory guillaume gunnar gustav
guy hamish hans harald harold harry hector heinrich heinz helmut henning henri henrik henry herbert herman hermann
horace hubert hugh hugo humphrey ian igor isaac ivan jack jacob jacques jakob james jaroslav jasper javier jeffrey
jens jeremiah jeremy jerome jim joachim johan johann johannes john jonas jonathan jorge josef joseph joshua josiah
juan julian jurgen karl kenji kenneth kevin klaus knut konrad lars laszlo lawrence leo leon leonard leopold lionel
lorenzo louis luca lucas ludwig luigi luis lukas luke magnus malcolm manuel marcel marco marcus mario mark markus
martin mateo matteo matthew matthias maurice max maximilian michael michel miguel mikhail milan moritz moses nathan
nathaniel neil nicholas nicolas niels nigel nikolai norbert olaf oliver oscar oskar otto owen pablo paolo patrick paul
pavel pedro percy peter philip philipp pierre ralph raul raymond reginald reinhard ricardo richard robert roberto
roderick rodney roger roland ronald rowland rudolf rupert salvatore samuel sebastian septimus sergei sergey sergio
seth siegfried sigurd silas simon soren stanislav stefan stephan stephen steven stuart sven tadeusz thaddeus theodor
theodore thomas thorsten timothy tobias tomas tristan tyrone ulrich valentin victor viktor vincent vladimir walter
werner wilfred wilhelm willem william wolfgang xavier yuri yves zachary
""")

OF_TITLES = {
    "mr": "he",
    "sir": "he",
    "lord": "he",
    "mrs": "she",
    "ms": "she",
    "miss": "she",
    "lady": "she",
    "dame": "she",
}


def pronoun_of(name: str) -> str:
    """ "she" or "he"; "" where the first name does not tell."""
    parts = name.casefold().split()
    first = "".join(sign for sign in unicodedata.normalize("NFKD", parts[0]) if not unicodedata.combining(sign))
    if len(parts) == 1:
        return ""
    return "she" if first in _WOMEN else "he" if first in _MEN else ""
