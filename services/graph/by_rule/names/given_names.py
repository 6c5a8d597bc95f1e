"""Given names that are common in English texts, and are neither places nor common surnames: “Agnes Thorvald” is a
person, “Martin Marietta” may be a firm. Pure."""

from services.graph.by_rule.sentences.tokens import word_set

GIVEN_NAMES = word_set("""
aarav aaron abdul abdullah abebe abena abigail abiodun abubakar achim ada adaeze adam adebayo adeline adnan adrian
adunni agatha agnes agnieszka ahmad ahmed aidan aiko aileen aisha aiyana ajay akash akiko akira akosua alain alan
alasdair albert alberto alec aled alejandro aleksandr alessandra alessandro alessia alexander alexandra alexandre
alexandru alexei alexia alexis alfonso alfred alice alicia alina aliou alison alistair allan alma alphonse alvaro
amadou amaia amanda amara amelia amina amir amit amparo amy ana anand anastasia anders andile andrea andreas andrei
andrew aneta angela angelica angelo anika anil anita anjali anka anna annabel anne annelie annelies annette annika
anthony antje antoine anton antonella antonia antonio antti anya aoife arash archibald arjun armando arne arthur
arturo arun asha ashok asif astrid asuka august augusta axel ayesha ayodele ayumi aziz babak barbara bartholomew
bashir basil beatrice beatriz belinda ben benedict benita benjamin benoit berit bernadette bernard bernd bert bertha
bertram bettina betty bianca bilal bill birgit birgitta bjarne bjorn bob bogdan bongani boris boudewijn bram branislav
brenda brendan brian bridget brigitte bronwen bruno camila camille carina carl carla carlo carlos carmen carol
caroline carolyn carsten cassandra catalina catarina caterina catherine catriona cecil cecilia celeste celia celine
cesar chantal charles charlie chiamaka chiara chidi chike chinedu chinua chioma chloe christelle christian christina
christine christof christoph christopher cian ciara claire clara clarence claude claudia clemens clement clive colette
colin connor conrad constance cornelia cornelius cristian cristina cristobal cynthia cyril dagmar daisuke damian
danica daniel daniela danielle danilo daphne darius darren david davide deborah deepa deepak deirdre delphine denis
denise dennis derek derya desmond detlef devi diana dick diego dieter dietrich dimitri dimitrios dinesh dirk dmitri
domingo dominic dominik dominique donald dora doris dorothea dorothy dragan duncan ebba ebenezer eddy edgar edith
edmund edna eduard eduardo edward edwin edwina efua eileen eilidh eirik eitan ekaterina elaine eleanor elena eleni
eleonora elias elif elina eliot elisa elisabeth eliza elizabeth elke ellen elliot eloise elsa elsie elspeth elvira
emeka emil emilia emiliano emilie emilio emily emma emmanuel emre enid enrico enzo eric erica erik erika erin erlend
ernest ernesto ernst erwin esmeralda esteban estelle esther ethel etienne eugene eugenia eunice eva evelyn ezekiel
fabian fabienne fabio fabrice fadi farah fatima fatou federica federico felicia felicity felipe felix femi ferdinand
fergus fernanda fernando fikret filip finlay finn fiona fiorella flavia florian folake frances francesc francesca
francesco francine francis francisco francois frank frans franz franziska fred frederic frederick frederik fredrik
frida friedrich fritz gabriel gabriela gabriele gabriella gareth gary gaurav gavin gemma genevieve geoffrey georg
george georges georgina gerald geraldine gerard gerhard germain gertrude giacomo gianluca gilbert giles gillian gina
giorgio giovanni giulia giulio giuseppe gladys gloria goran gottfried grace graham grazia gregory greta grzegorz
gudrun guido guillaume guillermo gulsen gunnar gustav gustavo guy gwen gwendolyn gwyneth habib hakan halima hamid
hamish hana hannah hanne hanneke hannes hans harald harini harold harriet harry harsh haruka haruki harumi hassan
hatice hazel heather hector hedwig heidi heike heikki heinrich heinz helen helena helga hella helmut hendrik henning
henri henrietta henrik henrique henry herbert herman hermann herve hideo hilda hiroko hiroshi horace hubert hugh hugo
humphrey hussein ian ibrahim ida idris ifeoma ignacio ignaz igor iker ilaria ilse imogen imran ines inga inge ingeborg
ingo ingrid inigo ioana ioannis irene irina iris irma isaac isabel isabella isabelle isaiah isobel istvan ivan ivana
ivor iwona jaakko jaako jaap jacek jack jacob jacqueline jacques jagdish jakob jamal james jamila jan jane janet
janice janina janine janusz jarmila jaroslav jasmin jasmine jaspal jasper javier jean jeanette jeanne jeffrey jelena
jenna jennifer jenny jens jeremiah jeremy jeroen jerome jerzy jessica jessie jesus jill jim jitka joachim joan joanna
joao joaquin jochen joel joelle joern johan johann johanna johannes john jolanta jonah jonas jonathan joost jorge
joris jorn jose josef josefina joseph josephine joshua josiah joyce juan juanita judith judy juhani jules julia julian
juliana julie julien juliet juliette julius junko jurgen jussi justine jutta kaarina kamal kamil karel karen karim
karin karina karl karolina karsten kasper katarina katarzyna kate kateryna katharina katherine kathleen kathrin
kathryn katja katrin katrina kaur kavita kazimierz keiko keisuke keith kelechi kemal kenji kenneth kerstin kevin
khadija khalid kieran kirsten kirsty klara klaus knut kofi kojo konrad konstantin krishna kristian kristin kristina
kristof krystyna kunle kurt kwabena kwame kwasi kyoko kyra lakshmi lars laszlo latifa laura laure lauren laurence
laurent laurie leander leena leif leila lena lennart leo leon leonard leonardo leonie leonora leopold leslie leticia
lidia liesbeth lieselotte lillian lina linda linnea linus lionel lisa livia liviu ljubica lorenz lorenzo loretta lorna
lorraine lotte louis louisa louise lubomir luc luca lucas lucia luciana luciano lucie lucinda lucy ludmila ludovic
ludwig luigi luis luisa lukas luke lydia lynn lynne maarten mabel maeve magda magdalena magnus maha mahmoud maike maja
malcolm malgorzata malik malin mamadou manfred manoj manuel manuela mara marc marcel marcela marcelo marcia marcin
marco marcus marek margaret margarete margaux margit margot margrit maria mariam marian mariana marianne marie
marielle marijke marika mario marion marisa marisol marit marjorie mark marko markus marlene marlies marta martha mary
maryam masako mateo mateusz mathias mathieu mathijs mathilde matilda matteo matthew matthias matti mattias maud
maureen maurice mauricio maurizio max maxime maximilian mehmet melanie melinda melissa merete mia micah michael
michaela michal michel michela michele michelle mieke miguel mihai mikael mikhail mikko milan mildred milena milos
mina minna mira mirela miriam mirjam mirko mohamed mohammad mohammed mohan moira monica monika monique moritz moses
mostafa moussa muriel mustafa myriam nadia nadine nancy naoko naomi narges nasser natalia natalie natasha nathan
nathaniel nayeli neha neil nell nelly ngozi niamh nicholas nicola nicolas nicole nicoletta niels nigel nikhil nikita
niklas niko nikola nikolai nikolaj nikolaus nils nimrod nina nisha nkechi noah noel noemi nolwenn nora norbert nuno
nuria obinna octavia odette odile oksana olabisi olaf olamide ole oleg olena olga oliver olivia olivier oluwaseun oona
orla oscar oskar osman ottilie otto owen oyelaran paavo pablo padraig paloma pamela paolo pascal pascale patricia
patrick paul paula paulina pauline paulo pavel pedro peggy pekka penelope per percy perpetua peter petra petronella
petros philip philipp philippa philippe phyllis pierre piers piet pieter pieternella pilar pippa prakash preeti
priscilla priya priyanka rachel radek radmila radoslav rafael rafaela rahul rainer rajesh rajiv ralph ramesh ramona
randi raquel rashid raul ravi raymond rebecca reginald reiko reinhard remi renata renate renato rene renee reza
rhiannon rhys ricardo richard rikard rita robert roberto roderick rodney roger rohan roland rolando rolf romain ronald
rosa rosalind rosamund rosanna rose rosemary rosie roxana roy ruben ruby rudolf rui rune rupert ruth ryan saad sabina
sabine sabrina sadie safiya sakura salim salma salome salvatore samantha samira samuel sana sandeep sander sandra
sandrine sanjay sanjiv saoirse sara sarah saskia satoshi savitri sean sebastian selim selma senka serena sergei sergey
sergio seth shabnam shalini shamim shanti sharon shauna sheila shigeru shirin shirley siamak sibusiso siegfried
siegrid sigrid sigurd silas silke silvana silvia silvio simon simone sinead siobhan sipho slawomir snezana sofia
solange solveig sonia sophia sophie soren sourav stanislav stanislaw stefan stefania stefano steffen steinar stella
sten stephan stephanie stephen steve steven stig stuart sudha sue sukhdev suleiman sumit sune sunil sunita suresh
susan susana susanna susanne sushma suzanna suzanne sven svetlana sylvia tadeusz takashi takeshi talia tamar tamara
tamsin tania tanja tanya tara tariq tatiana tatjana tendai terence teresa terje thabo thaddeus thandiwe thea theo
theodor theodore theresa theresia thierry thijs thomas thomasz thorsten tilda tilman tim timo timothy tina tobias tom
tomas tomasz tomoko tony tore torsten tove tracy tristan trond trudy tuula tyrone uche ugo ulla ulrich ulrika una urs
ursula ute uwe valentina valeria valerie vanessa vasile vasili vera veronica vesna victor vidya vijay vikram viktor
viktoria ville vinay vincent vincenzo vineet vinzenz viola violet virginie vivian viviana vivienne vlad vladimir
vladislav walter waltraud wanda wanjiku wendy werner wilfred wilhelm wilhelmina willem william wilma wim winifred
wojciech wolfgang wouter xavier xenia yannick yara yasmin yasuko yetunde yngve yoko yolanda yoshiko youssef yuki yuko
yuri yuriko yusuf yves yvette yvonne zachary zahra zainab zanele zara zdenek zeynep zoe zofia zoran zsofia zuzana
""")
