/**
 * Units of UCUM: the codes of the value sets of FHIR R4 (npm package hl7.fhir.r4.examples 4.0.1, CC0), one a line with
 * its display behind a tab, in the order of HL7. Made once, because that release of FHIR is final: each constant is
 * `compose.include[0].concept` of `ValueSet-ucum-*.json`, as `code`, a tab and `display`.
 *
 * The UCUM codes, UCUM table (regardless of format), and UCUM Specification are copyright 1999-2009, Regenstrief
 * Institute, Inc. and the Unified Codes for Units of Measures (UCUM) Organization. All rights reserved.
 * https://ucum.org/trac/wiki/TermsOfUse
 */

export const COMMON = `
%\tpercent
%/100{WBC}\tpercent / 100 WBC
%{0to3Hours}\tpercent 0to3Hours
%{Abnormal}\tpercent Abnormal
%{Activity}\tpercent Activity
%{BasalActivity}\tpercent BasalActivity
%{Binding}\tpercent Binding
%{Blockade}\tpercent Blockade
%{Carboxyhemoglobin}\tpercent Carboxyhemoglobin
%{Conversion}\tpercent Conversion
%{Cound}\tpercent Cound
%{EosSeen}\tpercent EosSeen
%{Excretion}\tpercent Excretion
%{Fat}\tpercent Fat
%{FetalErythrocytes}\tpercent FetalErythrocytes
%{Hemoglobin}\tpercent Hemoglobin
%{HemoglobinA1C}\tpercent HemoglobinA1C
%{HemoglobinSaturation}\tpercent HemoglobinSaturation
%{Hemolysis}\tpercent Hemolysis
%{HumanResponse}\tpercent HumanResponse
%{Index}\tpercent Index
%{Inhibition}\tpercent Inhibition
%{Live}\tpercent Live
%{Negative Control}\tpercent Negative Control
%{Normal}\tpercent Normal
%{NormalControl}\tpercent NormalControl
%{NormalPooledPlasma}\tpercent NormalPooledPlasma
%{ofAvailable}\tpercent ofAvailable
%{ofBacteria}\tpercent ofBacteria
%{OfLymphocytes}\tpercent OfLymphocytes
%{OfWBCs}\tpercent OfWBCs
%{Oxygen}\tpercent Oxygen
%{Positive}\tpercent Positive
%{Precipitate}\tpercent Precipitate
%{Reactivity}\tpercent Reactivity
%{response}\tpercent response
%{risk}\tpercent risk
%{SpermMotility}\tpercent SpermMotility
%{Total}\tpercent Total
%{TotalProtein}\tpercent TotalProtein
%{Tot'Cholesterol}\tpercent Tot'Cholesterol
%{Tot'Hgb}\tpercent Tot'Hgb
%{Uptake}\tpercent Uptake
%{vol}\tVolumePercent
%{WeightToWeight}\tpercent WeightToWeight
/(12.h)\tper 12 * hour
/[arb'U]\tper arbitrary unit
/[HPF]\tper high power field
/[iU]\tper international unit
/[LPF]\tper low power field
/{Entity}\tper Entity
/[HPF]\tper hpf
/[LPF]\tper LPF
/{oif}\tper oif
/{Specimen}\tper Specimen
/{tot}\tper tot
/10*10\tPerTenGiga
/10*12\tPerTrillion
/10*12{rbc}\tPerTrillionRedBloodCells
/10*6\tPerMillion
/10*9\tPerBillion
/100\tper 100
/100{cells}\tper 100 cells
/100{neutrophils}\tper 100 neutrophils
/100{spermatozoa}\tper 100 spermatozoa
/100{WBC}\tPer100WBC
/100{WBCs}\tPer100WBC
/a\t/ year
/cm[H2O]\tper centimeter of water
/d\tper day
/dL\tper deciliter
/g\tper gram
/g{creat}\tper gram creat
/g{hgb}\tper gram hgb
/g{tot'nit}\tper gram tot'nit
/g{tot'prot}\tper gram tot'prot
/g{wet'tis}\tper gram wet'tis
/h\tper hour
/kg\tper kilogram
/kg{body'wt}\tper kilogram body wt
/L\tper liter
/m2\tper square meter
/mg\tper milligram
/min\tper minute
/mL\tper milliliter
/mm3\tper cubic millimeter
/mmol\tper millimole
/mo\tper month
/s\tper second
/U\tper enzyme unit
/ug\tper microgram
/uL\tper microliter
/wk\tper week
[APL'U]\tIgA anticardiolipin unit
[APL'U]/mL\tIgA anticardiolipin unit per milliliter
[arb'U]\tarbitrary unit
[arb'U]/L\tarbitary unit / liter
[arb'U]/mL\tarbitrary unit per milliliter
[AU]\tallergy unit
[BAU]\tbioequivalent allergen unit
[beth'U]\tBethesda unit
[beth'U]\tBethesda unit
[CFU]\tcolony forming unit
[CFU]/L\tcolony forming unit per liter
[CFU]/mL\tcolony forming unit per milliliter
[Ch]\tFrench (catheter gauge)
[cin_i]\tcubic inch
[cup_us]\tcup
[degF]\tdegree Fahrenheit
[dr_av]\tDram (US and British)
[drp]\tdrop
[drp]/[HPF]\tdrop / HPF
[drp]/h\tdrop / hour
[drp]/min\tdrop / minute
[drp]/mL\tdrop / milliliter
[drp]/s\tdrop / second
[fdr_us]\tfluid dram
[foz_br]\tfluid ounce
[foz_us]\tfluid ounce
[ft_i]\tFeet
[fth_i]\tfathom
[gal_br]\tgallon
[gal_us]\tQueen Anne's wine gallon
[GPL'U]\tIgG anticardiolipin unit
[gr]\tgrain
[in_i]\tinch (international)
[iU]\tinternational unit
[IU]/(2.h)\tinternational unit per 2 hour
[IU]/(24.h)\tinternational unit per 24 hour
[IU]/10*9{RBCs}\tinternational unit per billion red blood cells
[IU]/d\tinternational unit per day
[IU]/dL\tinternational unit per deciliter
[IU]/g\tinternational unit per gram
[IU]/g{Hb}\tinternational unit per gram of hemoglobin
[iU]/g{Hgb}\tinternational unit / gram Hgb
[IU]/h\tinternational unit per hour
[IU]/kg\tinternational unit per kilogram
[IU]/kg/d\tinternational unit per kilogram per day
[IU]/L\tinternational unit per liter
[IU]/min\tinternational unit per minute
[IU]/mL\tinternational unit per milliliter
[lb_av]\tpound (US and British)
[mi_i]\tstatute mile
[mi_us]\tmile
[min_us]\tminim
[MPL'U]\tIgM anticardiolipin unit
[nmi_i]\tnautical mile
[oz_av]\tounce (US and British)
[oz_tr]\tounce
[pH]\tpH
[pi].rad/min\tthe number pi * radian / minute
[ppb]\tpart per billion
[ppm]\tpart per million
[ppm]{v/v}\tpart per million in volume per volume
[pptr]\tpart per trillion
[ppth]\tparts per thousand
[pptr]\tparts per trillion
[psi]\tpound per square inch
[pt_br]\tpint
[qt_br]\tquart
[qt_us]\tquart
[sft_i]\tsquare foot (international)
[sin_i]\tsquare inch (international)
[ston_av]\tshort ton U.S. ton
[syd_i]\tsquare yard
[tbs_us]\ttablespoon (US)
[tb'U]\ttuberculin unit
[todd'U]\tTodd unit
[todd'U]\tTodd unit
[tsp_us]\tteaspoon
[yd_i]\tyard
{# of calculi}\t# of calculi
{# of donor informative markers}\t# of donor informative markers
{# of fetuses}\t# of fetuses
{# of informative markers}\t# of informative markers
{#}\t#
{2 or 3 times}/d\t2 or 3 times / day
{3 times}/d\t3 times / day
{4 times}/d\t4 times / day
{5 times}/d\t5 times / day
{absorbance}\tabsorbance
{Absorbance'U}\tAbsorbance'U
{Absorbance'U}/mL\tAbsorbance'U / milliliter
{activity}\tactivity
{ActivityCoefficient}\tActivityCoefficient
{AHF'U}\tAHF'U
{AntibodyResponse'U}\tAntibodyResponse'U
{Applicator}\tApplicator
{APS'U}\tIgA antiphosphatidylserine unit
{AspirinReaction'U}\tAspirinReaction'U
{Bead}\tBead
{Beats}/min\tBeats / minute
{Bottle}\tBottle
{Bowls}/d\tBowls / day
{Breaths}/min\tBreaths / minute
{CAE'U}\tcomplement activity enzyme unit
{CagRepeat}\tCagRepeat
{Can}\tCan
{Cans}/wk\tCans / week
{Capsule}\tCapsule
{Cell}\tCell
{cells}\tcells
{cells}/[HPF]\tcells per high power field
{Cells}/mL\tCells / milliliter
{cells}/uL\tcells per microliter
{CfTiter}\tCfTiter
{cfu}\tcfu
{cfu}/mL\tcfu / milliliter
{CGG_repeats}\tCGG_repeats
{CGG}\tCGG
{CH100'U}\tcomplement CH100 unit
{clock time}\tclock time
{clock_time}\tclock_time
{ComplementActivityEnzyme'U}\tComplementActivityEnzyme'U
{ComplementCH100'U}\tComplementCH100'U
{ComplementCH50'U}\tComplementCH50'U
{copies}/mL\tcopies per milliliter
{copies}/ug\tcopies per microgram
{Copies}/uL\tCopies / microliter
{Count}\tCount
{Counts}/min\tCounts / minute
{Dalton}\tDalton
{DdTiter}\tDdTiter
{DeltaOpticalDensity}\tDeltaOpticalDensity
{Dilution}\tdilution
{Disintegrations}/min\tDisintegrations / minute
{Dose}\tDose
{Drinks}/d\tDrinks / day
{Each}\tEach
{Ehrlich'U}\tEhrlich unit
{Ehrlich'U}/(2.h)\tEhrlich unit per 2 hour
{Ehrlich'U}/100.g\tEhrlich unit per 100 gram
{Ehrlich'U}/d\tEhrlich unit per day
{Ehrlich'U}/dL\tEhrilich unit per deciliter
{Ehrlich'U}/mL\tEhrlich'U / milliliter
{EIAIndex}\tEIA index
{EIATiter}\tEIA titer
{EIA'U}\tEIA unit
{EIA'U}/U\tEIA unit per enzyme Unit
{ElisaIndex}\tElisaIndex
{ELISA'U}\tELISA unit
{Elisa'U}/mL\tElisa'U / milliliter
{ElisaValue}\tElisaValue
{ERY}/uL\terythrocyte per microliter
{Events}\tEvents
{FluorescenceIntensity'U}\tFluorescenceIntensity'U
U{G}\tG unit
{GliadinIndexValue}\tGliadinIndexValue
{G-PortionPhospholipids}\tG-PortionPhospholipids
{HaTiter}\tHaTiter
{IfaIndex}\tIfaIndex
{IfaTiter}\tIfaTiter
{IgAAntiphosphatidyleserine'U}\tIgAAntiphosphatidyleserine'U
{IgAPhospholipid'U}\tIgAPhospholipid'U
{IgGAntiphosphatidyleserine'U}\tIgGAntiphosphatidyleserine'U
{IgGIndex}\tIgGIndex
{IgMAntiphosphatidyleserine'U}\tIgMAntiphosphatidyleserine'U
{IgMIndex}\tIgMIndex
{ImmuneComplex'U}\timmune complex unit
{ImmuneStatusRatio}\tImmuneStatusRatio
{Immunity}\tImmunity
{Index_val}\tIndex_val
{index}\tindex
{IndexValue}\tIndexValue
{InhaledTobaccoUseAmountYears}\tInhaledTobaccoUseAmountYears
{InhaledTobaccoUsePacks}/d\tInhaledTobaccoUsePacks / day
{INR}\tinternational normalized ratio
{INR'unit}\tINR'unit
{JDF'U}\tJuvenile Diabetes Foundation unit
{JDF'U}/L\tJuvenile Diabetes Foundation unit per liter
{JuvenileDiabetesFound'U}\tJuvenileDiabetesFound'U
{KCT'U}\tkaolin clotting time
{KRONU'U}/L\tKronus unit per liter
{KRONU'U}/mL\tKronus unit per milliliter
{lgCopies}/ml\tlgCopies / milliliter
{log_copies}/mL\tlog (base 10) copies per milliliter
{log_IU}/mL\tlog (base 10) international unit per milliliter
{LymeIndexValue}\tLymeIndexValue
{M.o.M.}\tM.o.M.
{M.o.M}\tmultiple of the median
{Markers}\tMarkers
{minidrp}\tminidrp
{Molecule}/{Platelet}\tMolecule / Platelet
{M-PortionPhospholipids}\tM-PortionPhospholipids
{MPS'U}\tIgM antiphosphatidylserine unit
{MPS'U}/mL\tIgM antiphosphatidylserine unit per milliliter
{MultOfMean}\tMultOfMean
{NonspecificOunce}\tNonspecificOunce
{Number}\tNumber
{OD_unit}\toptical density unit
{Once}/d\tOnce / day
{OpticalDensity}\tOpticalDensity
{OpticalDensityIndex}\tOpticalDensityIndex
{OpticalDensityRatio}\tOpticalDensityRatio
{P2Y12 Reaction Units}\tP2Y12 Reaction Units
{Package}\tPackage
{Packs}/d\tPacks / day
{PackYears}\tPackYears
{Patch}\tPatch
{Percentile}\tPercentile
{Pill}\tPill
{Pouches}/wk\tPouches / week
{RadioactiveT3UptakeRatio}\tRadioactiveT3UptakeRatio
{ratio}\tratio
{RBC}/uL\tred blood cell per microliter
{RecTiter}\tRecTiter
{Relative'U}\tRelative'U
{RelativeViscosity}\tRelativeViscosity
{RPI'U}\tRPI'U
{RubellaVirus}\tRubellaVirus
{SatIndex}\tSatIndex
{Scoop}\tScoop
{ScoreOf}\tScoreOf
{shift}\tshift
{spermatozoa}/mL\tspermatozoa per milliliter
{spray}\tspray
{StandardDeviation}\tStandardDeviation
{StandardIgA'U}\tStandardIgA'U
{StandardIgG'U}\tStandardIgG'U
{StandardIgM'U}\tStandardIgM'U
{StdDeviation'U}\tStdDeviation'U
{StimulatingIndex}\tStimulatingIndex
{Streptozyme'U}\tStreptozyme'U
{ThyroxinUptake'U}\tThyroxinUptake'U
{TIBC'U}\tTIBC'U
{Times}/wk\tTimes / week
{Tine'U}\tTine'U
{titer}\ttiter
{ToxoplasmaIndexValue}\tToxoplasmaIndexValue
{Vial}\tVial
{Volume}/{Vvolume}\tVolume / Vvolume
{WeeksDays}\tWeeksDays
{WhiteBloodCell}\tWhiteBloodCell
1/d\tone per day
1/min\tone per minute
10*12/L\ttrillion per liter
10*3\tThousand
10*3.{RBC}\tThousand Red Blood Cells
10*3.U\tThousand Per * Unit
10*3/L\tThousand Per Liter
10*3/mL\tThousand Per MilliLiter
10*3/uL\tThousands Per MicroLiter
10*3{Copies}/mL\tThousand Copies Per MilliLiter
10*-3{Polarization'U}\t(the number ten for arbitrary powers ^ -3) Polarization'U
10*5\tOneHundredThousand
10*6\tMillion
10*6.[iU]\tMillionInternationalUnit
10*6.eq/mL\tMillionEquivalentsPerMilliLiter
10*6.U\t(the number ten for arbitrary powers ^ 6) * Unit
10*6/{Specimen}\tMillionPerSpecimen
10*6/kg\tmillion per kilogram
10*6/L\tmillion per liter
10*6/mL\tmillion per milliliter
10*6/mm3\t(the number ten for arbitrary powers ^ 6) / (millimeter ^ 3)
10*6/uL\tmillion per microliter
10*-6{Immunofluorescence'U}\t(the number ten for arbitrary powers ^ -6) Immunofluorescence'U
10*8\tTenToEighth
10*9/L\tbillion per liter
10*9/mL\tbillion per milliliter
10*9/uL\tbillion per microliter
10.L/(min.m2)\t10 liter per minute per square meter
10.L/min\t10 liter per minute
10.uN.s/(cm.m2)\t10 * microNewton * second / centimeter * (meter ^ 2)
10.uN.s/cm\t10 * microNewton * second / centimeter
10.uN.s/cm2\t10 * microNewton * second / (centimeter ^ 2)
a\tyear
A/m\tAmpère / meter
att\ttechnical atmosphere
bar\tbar
Cel\tdegree Celsius
cg\tcentigram
cL\tcentiliter
cm\tcentimeter
cm[H2O]\tcentimeter of water
cm[H2O]/(s.m)\tcentimeter of water column / second * meter
cm[H2O]/L/s\tcentimeter of water per liter per second
cm[Hg]\tcentimeter of mercury
cm2\tsquare centimeter
cm2/s\tsquare centimeter per second
cm3\tcubic centimeter
cP\tcentiPoise
cSt\tcentiStokes
d\tday
dB\tdecibel
deg\tdegree
deg/s\tdegree per second
dg\tdecigram
dL\tdeciliter
dm\tdecimeter
dm2/s2\tsquare decimeter per square second
eq\tequivalents
eq/L\tequivalents / liter
eq/mL\tequivalents / milliliter
eq/mmol\tequivalents / millimole
eq/umol\tequivalents / micromole
erg\terg
eV\telectronvolt
fg\tfemtogram
fL\tfemtoliter
fL/nL\tfemtoliter / nanoliter
fm\tfemtometer
fmol\tfemtomole
fmol/g\tfemtomole per gram
fmol/L\tfemtomole per liter
fmol/mg\tfemtomole / milligram
fmol/mL\tfemtomole / milliliter
g\tgram
g.m\tgram * meter
g.m/({hb}.m2)\tgram * meter / hb * (meter ^ 2)
g.m/{hb}\tgram * meter / hb
g/(100.g)\tgram per 100 gram
g/(12.h)\tgram per 12 hour
g/(24.h)\tgram per 24 hour
g/(3.d)\tgram per 3 days
g/(4.h)\tgram per 4 hour
g/(48.h)\tgram per 48 hour
g/(5.h)\tgram per 5 hour
g/(6.h)\tgram per 6 hour
g/(72.h)\tgram per 72 hour
g/(8.h)\tgram / 8 * hour
g/(8.kg.h)\tgram / 8 * kilogram * hour
g/(kg.h)\tgram / kilogram * hour
g/(kg.min)\tgram / kilogram * minute
g/{TotalWeight}\tgram / TotalWeight
g/d\tgram per day
g/dL\tgram per deciliter
g/g\tgram per gram
g/g{Cre}\tgram / gram Cre
g/g{creat}\tgram / gram creat
g/g{tissue}\tgram per gram of tissue
g/h\tgram per hour
g/h/m2\tgram per hour per square meter
g/kg\tgram per kilogram
g/kg/d\tgram per kilogram per day
g/L\tgram per liter
g/m2\tgrams Per Square Meter
g/mg\tgram per milligram
g/min\tgram per minute
g/mL\tgram per milliliter
g/mmol\tgram per millimole
g/mmol{creat}\tgram / millimole creat
g/mol\tgram per mole
GBq\tgigaBecquerel
h\thour
hL\thectoliter
Hz\tHertz
[iU]\tinternational unit
J\tjoule
J/L\tjoule per liter
K\tKelvin
K/W\tKelvin / Watt
k[IU]/L\tkilo international unit per liter
k[IU]/mL\tkilo international unit per milliliter
kat/kg\tkatal / kilogram
kat/L\tkatal / liter
kBq\tkiloBecquerel
kcal\tkilocalorie
kcal/(8.h)\tkilocalorie / 8 * hour
kcal/h\tkilocalorie per hour
kg\tkilogram
kg.m/s\tkilogram meter per second
kg/(s.m2)\tkilogram per second per square meter
kg/h\tkilogram per hour
kg/L\tkilogram per liter
kg/m2\tkilogram / (meter ^ 2)
kg/m3\tkilogram / (meter ^ 3)
kg/min\tkilogram / minute
kg/mol\tkilogram per mole
kg/s\tkilogram / second
kL\tkiloliter
km\tkilometer
kPa\tkiloPascal
ks\tkilosecond
kU/g\tkiloenzyme Unit per gram
kU/h\tkiloUnit / hour
kU/L\tkiloenzyme Unit per liter
kU/mL\tkilo enzyme unit per milliliter
L\tliter
L.s2/s\tliter * (second ^ 2) / second
L/(8.h)\tliter per 8 hour
L/(min.m2)\tliter per minute per square meter
L/d\tliter per day
L/h\tliter per hour
L/kg\tliter per kilogram
L/L\tliter per liter
L/min\tliter per minute
L/s\tliter / second
lm/m2\tlumen / (meter ^ 2)
m\tmeter
m/s\tmeter per second
m/s2\tmeter per square second
m[iU]\tmilliinternational unit
m[IU]/L\tmilli international unit per liter
m[IU]/mL\tmilli international unit per milliliter
m2\tsquare meter
m2/s\tsquare meter per second
m3/s\tcubic meter per second
mA\tmilliAmpère
mbar\tmillibar
mbar.s/L\tmillibar second per liter
MBq\tmegaBecquerel
mCi\tmilliCurie
meq\tmilliequivalent
meq/(12.h)\tmilliequivalent per 12 hour
meq/(2.h)\tmilliequivalent per 2 hour
meq/(24.h)\tmilliequivalent per 24 hour
meq/(8.h)\tmilliequivalent per 8 hour
meq/(8.h.kg)\tmilliequivalents / 8 * hour * kilogram
meq/(kg.d)\tmilliequivalents / kilogram * day
meq/{Specimen}\tmilliequivalents / Specimen
meq/d\tmilliequivalent per day
meq/dL\tmilliequivalent per deciliter
meq/g\tmilliequivalent per gram
meq/g{Cre}\tmilliequivalents / gram Cre
meq/h\tmilliequivalent per hour
meq/kg\tmilliequivalent per kilogram
meq/kg/h\tmilliequivalent per kilogram per hour
meq/kg/min\tmilliequivalents / kilogram / minute
meq/L\tmilliequivalent per liter
meq/m2\tmilliequivalent per square meter
meq/min\tmilliequivalent per minute
meq/mL\tmilliequivalent per milliliter
mg\tmilligram
mg/(10.h)\tmilligram per 10 hour
mg/(12.h)\tmilligram per 12 hour
mg/(18.h)\tmilligram per 18 hour
mg/(2.h)\tmilligram per 2 hour
mg/(24.h)\tmilligram per 24 hour
mg/(72.h)\tmilligram per 72 hour
mg/(8.h)\tmilligram per 8 hour
mg/(8.h.kg)\tmilligram / 8 * hour * kilogram
mg/(kg.h)\tmilligram / kilogram * hour
mg/{Hgb}/g\tmilligram / Hgb / gram
mg/{Specimen}\tmilligram / Specimen
mg/{Tot'Volume}\tmilligram / Tot'Volume
mg/{Volume}\tmilligram / Volume
mg/d\tmilligram per day
mg/d/(173.10*-2.m2)\tmilligram / day / 173 * (the number ten for arbitrary powers ^ -2) * (meter ^ 2)
mg/dL\tmilligram per deciliter
mg/g\tmilligram per gram
mg/g{Cre}\tmilligram / gram Cre
mg/g{creat}\tmilligram per gram of creatinine
mg/h\tmilligram per hour
mg/kg\tmilligram per kilogram
mg/kg/(24.h)\tmilligram / kilogram / 24 * hour
mg/kg/d\tmilligram per kilogram per day
mg/kg/min\tmilligram per kilogram per minute
mg/L\tmilligram per liter
mg/m2\tmilligram per square meter
mg/m3\tmilligram per cubic meter
mg/mg\tmilligram per milligram
mg/mg{cre}\tmilligram / milligram cre
mg/min\tmilligram per minute
mg/mL\tmilligram per milliliter
mg/mmol\tmilligram per millimole
mg/mmol{Cre}\tmilligram / millimole Cre
mg/mmol{creat}\tmilligram per millimole of creatinine
mg/wk\tmilligram per week
mg{Phenylketones}/dL\tmilligram Phenylketones / deciliter
min\tminute
mL\tmilliliter
mL/({h'b}.m2)\tmilliliter / h'b * (meter ^ 2)
mL/(10.h)\tmilliliter per 10 hour
mL/(12.h)\tmilliliter per 12 hour
mL/(2.h)\tmilliliter per 2 hour
mL/(24.h)\tmilliliter per 24 hour
mL/(4.h)\tmilliliter per 4 hour
mL/(72.h)\tmilliliter per 72 hour
mL/(8.h)\tmilliliter per 8 hour
mL/(kg.min)\tmilliliter / kilogram * minute
mL/[sin_i]\tmilliliter per square inch (international)
mL/{h'b}\tMilliLitersPerHeartbeat [SI Volume Units]
mL/cm[H2O]\tmilliliter / centimeter of water column
mL/d\tmilliliter per day
mL/dL\tmilliliter per deciliter
mL/h\tmilliliter per hour
mL/kg\tmilliliter per kilogram
mL/kg/(8.h)\tmilliliter per kilogram per 8 hour
mL/kg/d\tmilliliter per kilogram per day
mL/kg/h\tmilliliter per kilogram per hour
mL/kg/min\tmilliliter per kilogram per minute
mL/L\tmilliliter per liter
mL/m2\tmilliliter per square meter
mL/mbar\tmilliliter per millibar
mL/min\tmilliliter per minute
mL/min/(173.10*-2.m2)\tmilliliter / minute / 173 * (the number ten for arbitrary powers ^ -2) * (meter ^ 2)
mL/min/{1.73_m2}\tmilliliter per minute per 1.73 square meter
mL/min/m2\tmilliliter per minute per square meter
mL/mm\tmilliliter per millimeter
mL/s\tmilliliter per second
mm\tmillimeter
mm/h\tmillimeter per hour
mm/min\tmillimeter per minute
mm[H2O]\tmillimeter of water
mm[Hg]\tmillimeter of mercury
mm2\tsquare millimeter
mm3\tcubic millimeter
mmol\tmillimole
mmol/(12.h)\tmillimole per 12 hour
mmol/(18.h)\tmillimole per 18 hour
mmol/(2.h)\tmillimole per 2 hour
mmol/(24.h)\tmillimole per 24 hour
mmol/(6.h)\tmillimole per 6 hour
mmol/(8.h)\tmillimole per 8 hour
mmol/(8.h.kg)\tmillimole / 8 * hour * kilogram
mmol/{Tot'Volume}\tmillimole / Tot'Volume
mmol/d\tmillimole per day
mmol/dL\tmillimole per deciliter
mmol/g\tmillimole per gram
mmol/g{creat}\tmillimole per gram of creatinine
mmol/g{hemoglobin}\tmillimole per gram of hemoglobin
mmol/h\tmillimole per hour
mmol/h/mg{Hb}\tmillimole per hour per milligram of hemoglobin
mmol/h/mg{protein}\tmillimole per hour per milligram of protein
mmol/kg\tmillimole per kilogram
mmol/kg/d\tmillimole per kilogram per day
mmol/kg/h\tmillimole per kilogram per hour
mmol/kg/min\tmillimole per kilogram per minute
mmol/kg{H2O}\tmillimole per kilogram of water
mmol/L\tmillimole per liter
mmol/L/s\tmillimole per liter per second
mmol/m\tmillimole / meter
mmol/m2\tmillimole per square meter
mmol/min\tmillimole per minute
mmol/mmol\tmillimole per millimole
mmol/mol\tmillimole per mole
mmol/mol{creat}\tmillimole per mole of creatinine
mmol/s/L\tmillimole per second per liter
mo\tmonth
mol\tmole
mol/d\tmole per day
mol/kg\tmole per kilogram
mol/kg/s\tmole per kilogram per second
mol/L\tmole per liter
mol/m3\tmole per cubic meter
mol/mL\tmole per milliliter
mol/mol\tmole per mole
mol/mol{creat}\tmole / mole creat
mol/s\tmole per second
mosm\tmilliosmole
mosm/kg\tmilliosmole per kilogram
mosm/L\tmilliosmole per liter
mPa\tmillipascal
ms\tmillisecond
mU\tmillienzyme Unit
mU/g\tmillienzyme Unit per gram
mU/g{Hgb}\tmilliUnit / gram Hgb
mU/L\tmillienzyme Unit per liter
mU/mg\tmilliUnit / milligram
mU/mg{Cre}\tmilliUnit / milligram Cre
mU/min\tmilliUnit / minute
mU/mL\tmillienzyme Unit per milliliter
mU/mL/min\tmillienzyme Unit per milliliter per minute
mU/mmol{creatinine}\tmillienzyme Unit per millimole of creatinine
mU/mmol{RBCs}\tmillienzyme Unit per millimole of red blood cells
mV\tmilliVolt
N\tNewton
N.cm\tNewton centimeter
N.s\tNewton second
nCi\tnanoCurie
ng\tnanogram
ng/(24.h)\tnanogram per 24 hour
ng/(8.h)\tnanogram per 8 hour
ng/(8.h.kg)\tnanogram / 8 * hour * kilogram
ng/(kg.d)\tnanogram / kilogram * day
ng/(kg.h)\tnanogram / kilogram * hour
ng/(kg.min)\tnanogram / kilogram * minute
ng/10*6\tnanogram per million
ng/d\tnanogram per day
ng/dL\tnanogram per deciliter
ng/dL/h\tnanogram / deciliter / hour
ng/g\tnanogram per gram
ng/g{Cre}\tnanogram / gram Cre
ng/g{creat}\tnanogram per gram of creatinine
ng/h\tnanogram per hour
ng/kg\tnanogram per kilogram
ng/kg/(8.h)\tnanogram per kilogram per 8 hour
ng/kg/h\tnanogram per kilogram per hour
ng/kg/min\tnanogram per kilogram per minute
ng/L\tnanogram per liter
ng/m2\tnanogram per square meter
ng/mg\tnanogram per milligram
ng/mg/h\tnanogram per milligram per hour
ng/mg{Protein}\tnanogram / milligram Protein
ng/min\tnanogram per minute
ng/mL\tnanogram per millliiter
ng/mL/h\tnanogram per milliliter per hour
ng/mL{rbc}\tnanogram / milliliter rbc
ng/s\tnanogram per second
nkat\tnanokatal
nL\tnanoliter
nm\tnanometer
nm/s/L\tnanometer per second per liter
nmol\tnanomole
nmol/(24.h)\tnanomole per 24 hour
nmol/d\tnanomole per day
nmol/dL\tnanomole per deciliter
nmol/g\tnanomole per gram
nmol/g{Cre}\tnanomole / gram Cre
nmol/g{creat}\tnanomole per gram of creatinine
nmol/g{dry_wt}\tnanomole per gram of dry weight
nmol/h/L\tnanomole per hour per liter
nmol/h/mg{protein}\tnanomole per hour per milligram of protein
nmol/h/mL\tnanomole per hour per milliliter
nmol/L\tnanomole per liter
nmol/L/mmol{creat}\tnanomole per liter per millimole of creatinine
nmol/L/s\tnanomole per liter per second
nmol/L{RBCs}\tnanomole per liter of red blood cells
nmol/m/mg{protein}\tnanomole per meter per milligram of protein
nmol/mg\tnanomole per milligram
nmol/mg/h\tnanomole per milligram per hour
nmol/min/mg{hemoglobin}\tnanomole per minute per milligram of hemoglobin
nmol/min/mg{protein}\tnanomole per minute per milligram of protein
nmol/min/mL\tnanomole per minute per milliliter
nmol/mL\tnanomole per milliliter
nmol/mL/h\tnanomole per milliliter per hour
nmol/mL/min\tnanomole per milliliter per minute
nmol/mmol\tnanomole per millimole
nmol/mmol{Cre}\tnanomole / millimole Cre
nmol/mmol{creat}\tnanomole per millimole of creatinine
nmol/mol\tnanomole per mole
nmol/nmol\tnanomole per nanomole
nmol/s\tnanomole per second
nmol/s/L\tnanomole per second per liter
nmol/umol{creat}\tnanomole per micromole  of creatinine
ns\tnanosecond
Ohm\tOhm
osm/kg\tosmole per kilogram
osm/L\tosmole per liter
Pa\tPascal
pg\tpicogram
pg/dL\tpicogram per deciliter
pg/L\tpicogram per liter
pg/mg\tpicogram per milligram
pg/mL\tpicogram per milliliter
pg/mm\tpicogram per millimeter
pkat\tpicokatal
pL\tpicoliter
pm\tpicometer
pmol\tpicomole
pmol/d\tpicomole per day
pmol/dL\tpicomole per deciliter
pmol/g\tpicomole per gram
pmol/h/mg{protein}\tpicomole per hour per milligram of protein
pmol/h/mL\tpicomole per hour per milliliter
pmol/L\tpicomole per liter
pmol/mg{protein}\tpicomole per milligram of protein
pmol/min\tpicomole per minute
pmol/min/mg{protein}\tpicomole per minute per milligram of protein
pmol/mL\tpicomole per milliliter
pmol/mmol\tpicomole per millimole
pmol/mmol{creat}\tpicomole per millimole of creatinine
pmol/mol\tpicomole per mole
pmol/umol\tpicomole per micromole
pmol/umol{creat}\tpicomole per micromole of creatinine
ps\tpicosecond
pT\tpicotesla
s\tsecond
St\tStokes
t\ttonne
U\tenzyme Unit
U/(1.h)\tenzyme Unit per 1 hour
U/(12.h)\tenzyme unit per 12 hour
U/(18.h)\tenzyme Unit per 18 hour
U/(2.h)\tenzyme unit per 2 hour
U/(24.h)\tenzyme unit per 24 hour
U/10*10{cells}\tenzyme unit per 10 billion cells
U/10*12\tenzyme unit per trillion
U/10*6\tenzyme unit per million
U/10*9\tenzyme unit per billion
U/d\tenzyme unit per day
U/dL\tenzyme unit per deciliter
U/g\tenzyme unit per gram
U/g{Cre}\tUnit / gram Cre
U/g{Hb}\tenzyme unit per gram of hemoglobin
U/g{hemoglobin}\tenzyme Unit per gram of hemoglobin
U/g{Hgb}\tUnitsPerGramHemoglobin
U/h\tenzyme unit per hour
U/kg/h\tUnit / kilogram / hour
U/kg{Hb}\tenzyme unit per kilogram of hemoglobin
U/kg{hemoglobin}\tenzyme Unit per kilogram of hemoglobin
U/L\tenzyme unit per liter
U/min\tenzyme unit per minute
U/mL\tenzyme unit per milliliter
U/mL{RBC}\tUnit / milliliter RBC
U/mL{RBCs}\tenzyme unit per milliliter of red blood cells
U/mmol{creat}\tenzyme unit per millimole of creatinine
U/mol\tenzyme Unit per mole
U/s\tenzyme unit per second
U/umol\tenzyme Unit per micromole
u[IU]\tmicro international unit
u[IU]/L\tmicrointernational unit per liter
u[IU]/mL\tmicro international unit per milliliter
ueq\tmicroequivalents
ueq/L\tmicroequivalent per liter
ueq/mL\tmicroequivalent per milliliter
ug\tmicrogram
ug/(24.h)\tmicrogram per 24 hour
ug/(8.h)\tmicrogram per 8 hour
ug/(kg.d)\tmicrogram / kilogram * day
ug/(kg.h)\tmicrogram / kilogram * hour
ug/{Specimen}\tmicrogram / Specimen
ug/{TotalVolume}\tMicroGramsPerTotalVolume
ug/d\tmicrogram per day
ug/dL\tmicrogram per deciliter
ug/dL{rbc}\tmicrogram / deciliter rbc
ug/g\tmicrogram per gram
ug/g{Cre}\tmicrogram / gram Cre
ug/g{creat}\tmicrogram per gram of creatinine
ug/g{DryWeight}\tmicrogram / gram DryWeight
ug/g{Hgb}\tmicrogram / gram Hgb
ug/g{Tissue}\tmicrogram / gram Tissue
ug/h\tmicrogram per hour
ug/kg\tmicrogram per kilogram
ug/kg/(8.h)\tmicrogram per kilogram per 8 hour
ug/kg/d\tmicrogram per kilogram per day
ug/kg/h\tmicrogram per kilogram per hour
ug/kg/min\tmicrogram per kilogram per minute
ug/L\tmicrogram per liter
ug/L/(24.h)\tmicrogram per liter per 24 hour
ug/L{DDU}\tmicrogram / liter DDU
ug/m2\tmicrogram per square meter
ug/mg\tmicrogram per milligram
ug/mg{Cre}\tmicrogram / milligram Cre
ug/mg{creat}\tmicrogram per milligram of creatinine
ug/min\tmicrogram per minute
ug/mL\tmicrogram per milliliter
ug/mL{FEU}\tmicrogram / milliliter FEU
ug/mmol\tmicrogram per millimole
ug/ng\tmicrogram per nanogram
ug{T4}/dL\tmicrogram T4 / deciliter
ukat\tmicrokatal
uL\tmicroliter
uL/(2.h)\tmicroliter per 2 hour
uL/h\tmicroliter per hour
um\tmicrometer
um/s\tmicrometer per second
umol\tmicromole
umol/(24.h)\tmicromole per 24 hour
umol/d\tmicromole per day
umol/dL\tmicromole per deciliter
umol/g\tmicromole per gram
umol/g{Cre}\tmicromole / gram Cre
umol/g{creat}\tmicromole per gram of creatinine
umol/g{Hb}\tmicromole per gram of hemoglobin
umol/g{hemoglobin}\tmicromole per gram of hemoglobin
umol/g{Hgb}\tmicromole / gram Hgb
umol/h\tmicromole per hour
umol/h/g\tmicromole / hour / gram
umol/h/L\tmicromole per hour per liter
umol/h/mg{protein}\tmicromole per hour per milligram of protein
umol/kg\tmicromole per kilogram
umol/L\tmicromole per liter
umol/L/h\tmicromole per liter per hour
umol/L{rbc}\tmicromole per liter of red blood cells
umol/m\tmicromole / meter
umol/mg\tmicromole per milligram
umol/mg{Cre}\tmicromole / milligram Cre
umol/min\tmicromole per minute
umol/min/g\tmicromole per minute per gram
umol/min/g{prot}\tmicromole / minute / gram prot
umol/min/g{protein}\tmicromole per minute per gram of protein
umol/min/L\tmicromole per minute per liter
umol/mL\tmicromole per milliliter
umol/mL/min\tmicromole per milliliter per minute
umol/mmol\tmicromole per millimole
umol/mol\tmicromole per mole
umol/mol{Cre}\tmicromole / mole Cre
umol/mol{creat}\tmicromole per mole of creatinine
umol/mol{Hb}\tmicromole per mole of hemoglobin
umol/umol\tmicromole per micromole
uOhm\tmicroOhm
us\tmicrosecond
uU\tmicroUnit
uU/g\tmicro enzyme unit per gram
uU/L\tmicro enzyme unit per liter
uU/mL\tmicro enzyme unit per milliliter
uV\tmicrovolt
V\tvolt
wk\tweek
10.uN.s/(cm5.m2)\t10 micronewton second per centimeter to the fifth power per square meter
10*4/uL\t10 thousand per microliter
24.h\t24 hour
A\tAmpère
{ARU}\taspirin response unit
atm\tstandard atmosphere
ag/{cell}\tattogram per cell
Bq\tBecquerel
{binding_index}\tbinding index
[bdsk'U]\tBodansky unit
{CAG_repeats}\tCAG trinucleotide repeats
cal\tcalorie
cm[H2O]/s/m\tcentimeter of water per second per meter
{delta_OD}\tchange in (delta) optical density
{copies}\tcopies
{count}\tcount
{CPM}\tcounts per minute
{CPM}/10*3{cell}\tcounts per minute per thousand cells
daL/min\tdekaliter per minute
daL/min/m2\tdekaliter per minute per square meter
{dilution}\tdilution
dyn.s/cm\tdyne second per centimeter
dyn.s/(cm.m2)\tdyne second per centimeter per square meter
{Ehrlich'U}/100.g\tEhrlich unit per 100 gram
{EIA_index}\tEIA index
{EIA_titer}\tEIA titer
{EV}\tEIA value
U/10\tenzyme unit per 10
U/10*10\tenzyme unit per 10 billion
U/(10.g){feces}\tenzyme unit per 10 gram of feces
U/g{creat}\tenzyme unit per gram of creatinine
U/g{protein}\tenzyme unit per gram of protein
U{25Cel}/L\tenzyme unit per liter at 25 deg Celsius
U{37Cel}/L\tenzyme unit per liter at 37 deg Celsius
U/10*12{RBCs}\tenzyme unit per trillion red blood cells
F\tFarad
fmol/mg{cytosol_protein}\tfemtomole per milligram of cytosol protein
fmol/mg{protein}\tfemtomole per milligram of protein
{FIU}\tfluorescent intensity unit
{fraction}\tfraction
{GAA_repeats}\tGAA trinucleotide repeats
{genomes}/mL\tgenomes per milliliter
{Globules}/[HPF]\tglobules (drops)  per high power field
g.m/{beat}\tgram meter per heart beat
g{creat}\tgram of creatinine
g{Hb}\tgram of hemoglobin
g{total_nit}\tgram of total nitrogen
g{total_prot}\tgram of total protein
g{wet_tissue}\tgram of wet tissue
g/kg/(8.h)\tgram per  kilogram per 8 hour
g/(8.h){shift}\tgram per 8 hour shift
g/cm3\tgram per cubic centimeter
g/g{globulin}\tgram per gram of globulin
g/kg/(8.h){shift}\tgram per kilogram per 8 hour shift
g/kg/h\tgram per kilogram per hour
g/kg/min\tgram per kilogram per minute
g/mol{creat}\tgram per mole of creatinine
g/{specimen}\tgram per specimen
g/{total_output}\tgram per total output
g/{total_weight}\tgram per total weight
Gy\tGray
{beats}/min\theart beats per minute
H\tHenry
[HPF]\thigh power field
[GPL'U]/mL\tIgG anticardiolipin unit per milliliter**
{GPS'U}\tIgG antiphosphatidylserine unit
[MPL'U]/mL\tIgM anticardiolipin unit per milliliter**
{ISR}\timmune status ratio
{IFA_index}\timmunofluorescence assay index
{IFA_titer}\tImmunofluorescence assay titer
[in_i'H2O]\tinch (international) of water
{index_val}\tindex value
{HA_titer}\tinfluenza hemagglutination titer
[IU]\tinternational unit
[IU]/L{37Cel}\tinternational unit per liter at 37 degrees Celsius
[IU]/mg{creat}\tinternational unit per milligram of creatinine
kat\tkatal
kU\tkilo enzyme unit
kU/L{class}\tkilo enzyme unit per liter class
kcal/d\tkilocalorie per day
kcal/kg/(24.h)\tkilocalorie per kilogram per 24 hour
kcal/[oz_av]\tkilocalorie per ounce (US & British)
[ka'U]\tKing Armstrong unit
L/(24.h)\tliter per 24 hour
L/s/s2\tliter per second per square second
{Log_copies}/mL\tlog (base 10) copies per milliliter
{Log_IU}\tlog (base 10) international unit
{Log_IU}/mL\tlog (base 10) international unit per milliliter
{Log}\tlog base 10
[LPF]\tlow power field
lm\tlumen
lm.m2\tlumen square meter
{Lyme_index_value}\tLyme index value
[mclg'U]\tMac Lagan unit
Ms\tmegasecond
ug/g{feces}\tmicrogram  per gram of feces
ug{FEU}/mL\tmicrogram fibrinogen equivalent unit per milliliter
ug/(100.g)\tmicrogram per 100 gram
ug/m3\tmicrogram per cubic meter
ug/dL{RBCs}\tmicrogram per deciliter of red blood cells
ug/g{dry_tissue}\tmicrogram per gram of dry tissue
ug/g{dry_wt}\tmicrogram per gram of dry weight
ug/g{hair}\tmicrogram per gram of hair
ug/g{Hb}\tmicrogram per gram of hemoglobin
ug/g{tissue}\tmicrogram per gram of tissue
ug/L{RBCs}\tmicrogram per liter of red blood cells
ug/mL{class}\tmicrogram per milliliter class
ug/mL{eqv}\tmicrogram per milliliter equivalent
ug/mmol{creat}\tmicrogram per millimole of creatinine
ug/{specimen}\tmicrogram per specimen
ug/[sft_i]\tmicrogram per square foot (international)
umol{BCE}/mol\tmicromole bone collagen equivalent per mole
umol/(2.h)\tmicromole per 2 hour
umol/(8.h)\tmicromole per 8 hour
umol/dL{GF}\tmicromole per deciliter of glomerular filtrate
umol/kg{feces}\tmicromole per kilogram of feces
umol/L{RBCs}\tmicromole per liter of red blood cells
umol/umol{creat}\tmicromole per micromole of creatinine
umol/mg{creat}\tmicromole per milligram of creatinine
umol/mmol{creat}\tmicromole per millimole of creatinine
umol/min/g{mucosa}\tmicromole per minute per gram of mucosa
mU/mmol{creat}\tmilli  enzyme unit per millimole of creatinine
mU/g{Hb}\tmilli enzyme unit per gram of hemoglobin
mU/g{protein}\tmilli enzyme unit per gram of protein
mU/mg{creat}\tmilli enzyme unit per milligram of creatinine
mbar/L/s\tmillibar per liter per second
meq/g{creat}\tmilliequivalent per gram of creatinine
meq/{specimen}\tmilliequivalent per specimen
meq/{total_volume}\tmilliequivalent per total volume
mg{FEU}/L\tmilligram fibrinogen equivalent unit per liter
mg/(6.h)\tmilligram per 6 hour
mg/{collection}\tmilligram per collection
mg/d/{1.73_m2}\tmilligram per day per 1.73 square meter
mg/dL{RBCs}\tmilligram per deciliter of red blood cells
mg/g{dry_tissue}\tmilligram per gram of dry tissue
mg/g{feces}\tmilligram per gram of feces
mg/g{tissue}\tmilligram per gram of tissue
mg/g{wet_tissue}\tmilligram per gram of wet tissue
mg/kg/(8.h)\tmilligram per kilogram per 8 hour
mg/kg/h\tmilligram per kilogram per hour
mg/L{RBCs}\tmilligram per liter of red blood cells
mg/mg{creat}\tmilligram per milligram of creatinine
mg/{specimen}\tmilligram per specimen
mg/{total_output}\tmilligram per total output
mg/{total_volume}\tmilligram per total volume
mL{fetal_RBCs}\tmilliliter of fetal red blood cells
mL/(5.h)\tmilliliter per 5 hour
mL/(6.h)\tmilliliter per 6 hour
mL/{beat}\tmilliliter per heart beat
mL/{beat}/m2\tmilliliter per heart beat per  square meter
mmol/(5.h)\tmillimole per 5 hour
mmol/{ejaculate}\tmillimole per ejaculate
mmol/kg/(8.h)\tmillimole per kilogram per 8 hour
mmol/L{RBCs}\tmillimole per liter of red blood cells
mmol/mmol{urea}\tmillimole per millimole of urea
mmol/mmol{creat}\tmillimole per millmole of creatinine
mmol/{specimen}\tmillimole per specimen
mmol/{total_vol}\tmillimole per total volume
10*6.[CFU]/L\tmillion colony forming unit per liter
10*6.[IU]\tmillion international unit
10*6/(24.h)\tmillion per 24 hour
mPa.s\tmillipascal second
{minidrop}/min\tminidrop per minute
{minidrop}/s\tminidrop per second
{molecule}/{platelet}\tmolecule per platelet
{mm/dd/yyyy}\tmonth-day-year
{mutation}\tmutation
nU/mL\tnanoenzyme unit per milliliter
nU/{RBC}\tnanoenzyme unit per red blood cell
ng{FEU}/mL\tnanogram fibrinogen equivalent unit per milliliter
ng/U\tnanogram per enzyme unit
ng/mg{creat}\tnanogram per milligram of creatinine
ng/mg{protein}\tnanogram per milligram of protein
ng/mL{RBCs}\tnanogram per milliliter of red blood cells
ng/10*6{RBCs}\tnanogram per million red blood cells
nmol{BCE}\tnanomole bone collagen equivalent
nmol{BCE}/L\tnanomole bone collagen equivalent per liter
nmol{BCE}/mmol{creat}\tnanomole bone collagen equivalent per millimole of creatinine
nmol{1/2cys}/mg{protein}\tnanomole of 1/2 cystine per milligram of protein
nmol{ATP}\tnanomole of ATP
nmol/dL{GF}\tnanomole per deciliter of glomerular filtrate
nmol/mg{creat}\tnanomole per milligram of creatinine
nmol/mg{protein}\tnanomole per milligram of protein
nmol/mg{protein}/h\tnanomole per milligram of protein per hour
nmol/min\tnanomole per minute
nmol/min/mg{Hb}\tnanomole per minute per milligram of hemoglobin
nmol/min/10*6{cells}\tnanomole per minute per million cells
{#}/[HPF]\tnumber per high power field
{#}/L\tnumber per liter
{#}/[LPF]\tnumber per low power field
{#}/uL\tnumber per microliter
{#}/mL\tnumber per milliliter
{#}/min\tnumber per minute
Ohm.m\tOhm meter
osm\tosmole
{Pan_Bio'U}\tpanbio unit
/10*4{RBCs}\tper 10 thousand red blood cells
/m3\tper cubic meter
/{entity}\tper entity
/g{Hb}\tper gram of hemoglobin
/g{tot_nit}\tper gram of total nitrogen
/g{tot_prot}\tper gram of total protein
/g{wet_tis}\tper gram of wet tissue
/[IU]\tper international unit
/kg{body_wt}\tper kilogram of body weight
/mm\tper millimeter
/mmol{creat}\tper millimole of creatinine
/{OIF}\tper oil immersion field
/10*3\tper thousand
/10*3.{RBCs}\tper thousand red blood cells
/10*12{RBCs}\tper trillion red blood cells
%{loss_AChR}\tpercent  loss of acetylcholine receptor
%{penetration}\tpercent  penetration
%{abnormal}\tpercent abnormal
%{activity}\tpercent activity
%{aggregation}\tpercent aggregation
%{at_60_min}\tpercent at 60 minute
%{basal_activity}\tpercent basal activity
%{binding}\tpercent binding
%{blockade}\tpercent blockade
%{blocked}\tpercent blocked
%{bound}\tpercent bound
%{breakdown}\tpercent breakdown
%{deficient}\tpercent deficient
%{dose}\tpercent dose
%{excretion}\tpercent excretion
%{Hb}\tpercent hemoglobin
%{hemolysis}\tpercent hemolysis
%{index}\tpercent index
%{inhibition}\tpercent inhibition
%{loss}\tpercent loss
%{lysis}\tpercent lysis
%{normal}\tpercent normal
%{normal_pooled_plasma}\tpercent normal pooled plasma
%{bacteria}\tpercent of bacteria
%{baseline}\tpercent of baseline
%{cells}\tpercent of cells
%{RBCs}\tpercent of red blood cells
%{WBCs}\tpercent of white blood cells
%{positive}\tpercent positive
%{reactive}\tpercent reactive
%{recovery}\tpercent recovery
%{reference}\tpercent reference
%{residual}\tpercent residual
%{saturation}\tpercent saturation
%{total}\tpercent total
%{uptake}\tpercent uptake
%{viable}\tpercent viable
{percentile}\tpercentile
{phenotype}\tphenotype
pA\tpicoampere
pg/{cell}\tpicogram per cell
pg/mg{creat}\tpicogram per milligram of creatinine
pg/{RBC}\tpicogram per red blood cell
pmol/(24.h)\tpicomole per 24 hour
pmol/{RBC}\tpicomole per red blood cell
[pt_us]\tpint
%{relative}\trelative percent
{relative_saturation}\trelative saturation
{Rubella_virus}\trubella virus
{saturation}\tsaturation
s/{control}\tsecond per control
S\tSiemens
Sv\tSievert
{s_co_ratio}\tsignal to cutoff ratio
{STDV}\tstandard deviation
T\tTesla
10*3{copies}/mL\tthousand copies per milliliter
10*3{RBCs}\tthousand red blood cells
{TSI_index}\tthyroid-stimulating immunoglobulin index
Wb\tWeber
{WBCs}\twhite blood cells
1\t1*
'\tminute
''\tsecond
%[slope]\tpercent of slope
%{Bound}\tPercentBound
/100{Spermatozoa}\tPer100Spermatozoa
/g{HGB}\tPerGramHemoglobin
[acr_br]\tacre
[acr_us]\tacre
[Amb'a'1'U]\tAmb a 1 units
[bbl_us]\tbarrel
[bf_i]\tboard foot
[Btu]\tBritish thermal unit
[Btu_39]\tBritish thermal unit at 39 °F
[Btu_59]\tBritish thermal unit at 59 °F
[Btu_60]\tBritish thermal unit at 60 °F
[Btu_IT]\tinternational table British thermal unit
[Btu_m]\tmean British thermal unit
[Btu_th]\tthermochemical British thermal unit
[bu_br]\tbushel
[bu_us]\tbushel
[c]\tvelocity of light
[Cal]\tnutrition label Calories
[car_Au]\tcarat of gold alloys
[car_m]\tmetric carat
[CCID_50]\tCELL CULTURE INFECTIOUS DOSE 50%
[cft_i]\tcubic foot
[ch_br]\tGunter's chain
[ch_us]\tGunter's chain Surveyor's chain
[cicero]\tcicero Didot's pica
[cml_i]\tcircular mil
[cr_i]\tcord
[crd_us]\tcord
[cyd_i]\tcubic yard
[D'ag'U]\tD-ANTIGEN UNITS
[didot]\tdidot Didot's point
[diop]\tdiopter
[dpt_us]\tdry pint
[dqt_us]\tdry quart
[dr_ap]\tdram drachm
[dye'U]\tDye unit
[e]\telementary charge
[eps_0]\tpermittivity of vacuum
[fdr_br]\tfluid dram
[FFU]\tFOCUS-FORMING UNITS
[ft_br]\tfoot
[ft_us]\tfoot
[fth_br]\tfathom
[fth_us]\tfathom
[fur_us]\tfurlong
[G]\tNewtonian constant of gravitation
[gal_wi]\thistorical winchester gallon
[gil_br]\tgill
[gil_us]\tgill
[h]\tPlanck constant
[hd_i]\thand
[hnsf'U]\tHounsfield unit
[HP]\thorsepower
[hp_C]\tHOMEOPATHIC POTENCY OF CENTESIMAL SERIES
[hp_M]\tHOMEOPATHIC POTENCY OF MILLESIMAL SERIES
[hp_Q]\tHOMEOPATHIC POTENCY OF QUINTAMILLESIMAL SERIES
[hp_X]\tHOMEOPATHIC POTENCY OF DECIMAL SERIES
[in_br]\tinch
[in_i'Hg]\tinch of mercury column
[in_us]\tinch
[iU]/dL\tInternationalUnitsPerDeciLiter
[iU]/g\tInternationalUnitsPerGram
[iU]/kg\tInternationalUnitsPerKilogram
[iU]/L\tInternationalUnitsPerLiter
[iU]/mL\tInternationalUnitsPerMilliLiter
[k]\tBoltzmann constant
[kn_br]\tknot
[kn_i]\tknot
[knk'U]\tKunkel unit
[lb_ap]\tpound
[lb_tr]\tpound
[lbf_av]\tpound force
[lcwt_av]\tlong hunderdweight British hundredweight
[Lf]\tLIMIT OF FLOCCULATION
[ligne]\tligne French line
[lk_br]\tlink for Gunter's chain
[lk_us]\tlink for Gunter's chain
[lne]\tline
[lton_av]\tlong ton British ton
[ly]\tlight-year
[m_e]\telectron mass
[m_p]\tproton mass
[mesh_i]\tmesh
[MET]\tmetabolic equivalent
[mi_br]\tmile
[mil_i]\tmil
[mil_us]\tmil
[min_br]\tminim
[mu_0]\tpermeability of vacuum
[nmi_br]\tnautical mile
[oz_ap]\tounce (US and British)
[pc_br]\tpace
[pca]\tpica
[pca_pr]\tPrinter's pica
[p'diop]\tprism diopter
[PFU]\tPLAQUE-FORMING UNITS
[pi]\tthe number pi
[pied]\tpied French foot
[pk_br]\tpeck
[pk_us]\tpeck
[pnt]\tpoint
[pnt_pr]\tPrinter's point
[PNU]\tPROTEIN NITROGEN UNITS
[pouce]\tpouce French inch
[PRU]\tperipheral vascular resistance unit
[pwt_tr]\tpennyweight
[rch_us]\tRamden's chain Engineer's chain
[rd_br]\trod
[rd_us]\trod
[rlk_us]\tlink for Ramden's chain
[S]\tSvedberg unit
[sc_ap]\tscruple
[sct]\tsection
[scwt_av]\tshort hundredweight U.S. hundredweight
[smgy'U]\tSomogyi unit
[smi_us]\tsquare mile
[smoot]\tSmoot
[srd_us]\tsquare rod
[stone_av]\tstone British stone
[TCID_50]\tTISSUE CULTURE INFECTIOUS DOSE 50%
[twp]\ttownship
[USP'U]\tUNITED STATES PHARMACOPEIA UNIT
[yd_br]\tyard
[yd_us]\tyard
{Cells}/uL\tCellsPerMicroLiter
{Copies}/mL\tCopiesPerMilliLiter
{Ct}\tcrossing threshold
{Ehrlich_U}/dL\tEhrlichUnitsPerDeciLiter
{EhrlichU}/dL\tEhrlichUnitsPerDeciLiter [Arbitrary Concentration Units]
{Elisa_U}/mL\tElisaUnitsPerMilliLiter
{ElisaU}/mL\tElisaUnitsPerMilliLiter [Arbitrary Concentration Units]
{kp_C}\tHOMEOPATHIC POTENCY OF CENTESIMAL KORSAKOVIAN SERIES
{rbc}\tred blood cell count
{Spermatozoa}/mL\tSpermatozoaPerMilliLiter
{tbl}\ttablets
{tot}\tparticles total count
10*\tthe number ten for arbitrary powers
10^\tthe number ten for arbitrary powers
a_g\tmean Gregorian year
a_j\tmean Julian year
a_t\ttropical year
Ao\tÅngström
ar\tare
AU\tastronomic unit
b\tbarn
B\tbel
B[kW]\tbel kilowatt
B[mV]\tbel millivolt
B[SPL]\tbel sound pressure
B[uV]\tbel microvolt
B[V]\tbel volt
B[W]\tbel watt
Bd\tbaud
Bi\tBiot
bit\tbit
bit_s\tbit
By\tbyte
C\tCoulomb
cal_[15]\tcalorie at 15 °C
cal_[20]\tcalorie at 20 °C
cal_IT\tinternational table calorie
cal_m\tmean calorie
cal_th\tthermochemical calorie
cd\tcandela
Ci\tCURIE
circ\tcircle
dyn\tdyne
G\tGauss
g%\tgram percent
g.m/{H.B.}\tgram meter per heartbeat
Gal\tGal
Gb\tGilbert
gf\tgram-force
gon\tgon grade
k[iU]/mL\tKiloInternationalUnitsPerMilliLiter
kg{wet'tis}\tkilogram of wet tissue
Ky\tKayser
Lmb\tLambert
lx\tlux
m[H2O]\tmeter of water column
m[Hg]\tmeter of mercury column
mg/{TotalVolume}\tMilliGramPerTotalVolume
mg/mg{Cre}\tMilligramsPerMilligramCreatinine
mg{creat}\tmilligram of creatinine
mho\tmho
mmol/{TotalVolume}\tMilliMolesPerTotalVolume [Substance Units]
mmol/mol{Cre}\tMilliMolesPerMoleCreatinine
mo_g\tmean Gregorian month
mo_j\tmean Julian month
mo_s\tsynodal month
Mx\tMaxwell
Np\tneper
Oe\tOersted
P\tPoise
pc\tparsec
ph\tphot
R\tRoentgen
rad\tradian
RAD\tradiation absorbed dose
REM\tradiation equivalent man
sb\tstilb
sph\tspere
sr\tsteradian
st\tstere
u\tunified atomic mass unit
uCi\tMICROCURIE
W\tWatt
`

export const VITALS = `
%\tpercent
cm\tcentimeter
[in_i]\tinch (international)
kg\tkilogram
g\tgram
[lb_av]\tpound (US and British)
Cel\tdegree Celsius
[degF]\tdegree Fahrenheit
mm[Hg]\tmillimeter of mercury
/min\tper minute
kg/m2\tkilogram / (meter ^ 2)
m2\tsquare meter
`

export const WEIGHT = `
kg
[lb_av]
g
`

export const LENGTH = `
cm
[in_i]
`

export const TEMPERATURE = `
Cel
[degF]
`
