"""Given names that are common in English texts, and are neither places nor common surnames: “Agnes Thorvald” is a
person, “Martin Marietta” may be a firm. Pure."""

from services.graph.by_rule.sentences.tokens import word_set

GIVEN_NAMES = word_set("""
aaron abigail ada adam adrian agatha agnes aileen alan alasdair albert alec alejandro aleksandr alexander alexandre
alfonso alfred alice alicia alison allan amanda amelia amy ana anders andrea andreas andrei andrew angela anita
anna anne annette anthony antoine anton antonio archibald arthur astrid august augusta axel barbara
bartholomew basil beatrice ben benedict benjamin bernard bernd bert bertha bertram betty bill birgit bjorn bob boris
brenda brian bridget bruno carl carla carlos carmen carol caroline carolyn catherine cecil cecilia charles
christian christina christine christoph christopher clara clarence claude claudia clement clive colin conrad constance
cornelia cornelius cyril cynthia daniel daphne david deborah denis dennis derek desmond diana dick dieter dietrich
dirk dmitri dominic donald dora doris dorothea dorothy ebenezer edgar edith edmund eduard edward edwin eileen
elaine eleanor elena elias elisabeth elizabeth ellen elsa elsie emil emilia emily emma enrico eric erica erik erika
ernest ernst erwin esther ethel eugene eva evelyn ezekiel felix ferdinand fergus fernando fiona frances francesco
francis francois frank franz fred frederic frederick friedrich fritz gareth gary geoffrey georg george georges gerald
gerard gerhard gertrude gilbert giles giovanni giuseppe greta gregory guido gunnar gustav guy hannah hans
harald harold harriet harry hazel heather hector heidi heinrich heinz helen helena helga helmut henri henrietta henrik
henry herbert herman hermann hilda horace hubert hugh hugo humphrey ian ida ignaz igor inga inge ingeborg ingrid
irene iris isaac isabel isabella isaiah ivan ivor jack jacob jacques jakob james jan jane janet janice jasper javier
jean jeanne jeffrey jennifer jens jeremiah jeremy jerome jessica jill jim joachim joan joanna johan johann johanna
johannes john jonas jonathan jorge josef joseph josephine joshua josiah joyce juan judith jules julia julian juliet
julius jurgen karen karin karl katharina katherine kathleen keith kenneth kevin klaus knut konrad konstantin kurt
lars laura laurence leif leo leon leonard leonardo leopold leslie lillian linda lionel lisa lorenz louis louisa
louise luc lucas lucia lucy ludwig luigi luis lukas luke mabel magnus malcolm manfred manuel marc marcel marcus margaret
margarete maria marian marianne marie mario marion marjorie mark marta martha mary mathilde matilda matthew
matthias maud maureen maurice max maximilian michael michel miguel mikael mikhail mildred miriam moritz moses
muriel nancy natalia nathaniel neil nicholas nicola nicolas niels nigel nikolai nils nina noel nora norbert
olaf ole oleg olga oliver olivia oscar oskar otto ottilie pablo pamela patricia patrick paul paula pauline pedro peggy
percy per peter petra philip philippe phyllis pierre pieter priscilla rachel ralph raymond rebecca reginald reinhard
renate rene ricardo richard rita robert roberto roderick rodney roger roland rolf ronald rosa rosalind rose rosemary
ruby rudolf rupert ruth samantha samuel sandra sara sarah sebastian sergei sergey seth sheila siegfried sigrid
silvia simon sofia sonia sophia sophie stefan stella stephan stephen steven sunita susan suzanne sven
svetlana sylvia tatiana teresa terence thaddeus theo theodor theodore theresa thomas tim timothy tobias tom tony ulrich
una ursula valentina vera veronica victor vincent vinzenz viola violet vivian vladimir walter wendy werner wilfred
wilhelm willem william winifred wolfgang alphonse eddy francesc gabriel jose laurent stephanie sune frans wim
piet bjarne xavier yolanda yuri yves yvonne zachary zoe
""")
