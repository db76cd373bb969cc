/**
 * Common measurements in words: a plain name for each code, and what people call it. The codes are LOINC's; the
 * words are ours.
 */

/** The kind of measurement, in the words of FHIR's observation categories. */
export type MeasurementKind = 'vital-signs' | 'laboratory' | 'survey' | 'activity'

/** A measurement that is known by name. */
export interface KnownMeasurement {
  readonly code: string
  readonly kind: MeasurementKind
  readonly name: string
  /** Other names, in English and German. */
  readonly synonyms: readonly string[]
}

export const LOINC = 'http://loinc.org'

const TABLE: Readonly<Record<MeasurementKind, readonly string[]>> = {
  'vital-signs': [
    '85354-9|Blood pressure|bp, rr, pressure, hypertension, blutdruck',
    '55284-4|Blood pressure|bp, rr, pressure, blutdruck',
    '8480-6|Systolic blood pressure|systolic, sys, bp, blood pressure, upper blood pressure, systolisch, blutdruck',
    '8462-4|Diastolic blood pressure|diastolic, dia, bp, blood pressure, lower blood pressure, diastolisch, blutdruck',
    '8478-0|Mean blood pressure|map, mean arterial pressure',
    '8867-4|Heart rate|pulse, hr, bpm, heart beat, heartbeat, puls, herzfrequenz',
    '40443-4|Resting heart rate|resting pulse, rhr, ruhepuls',
    '80404-7|Heart rate variability|hrv',
    '9279-1|Respiratory rate|breathing rate, breaths, respiration, atemfrequenz',
    '2708-6|Oxygen saturation|spo2, o2, sats, oxygen, sauerstoff',
    '59408-5|Oxygen saturation|spo2, o2, sats, oxygen, sauerstoff',
    '8310-5|Body temperature|temperature, temp, fever, fieber, temperatur',
    '8302-2|Body height|height, tall, size, körpergröße, grösse',
    '29463-7|Body weight|weight, kilos, body mass, gewicht, körpergewicht',
    '3141-9|Body weight|weight, kilos, body mass, gewicht, körpergewicht',
    '39156-5|Body mass index|bmi',
    '8280-0|Waist circumference|waist, belly, taille, bauchumfang',
    '41982-0|Body fat|fat percentage, körperfett',
    '9843-4|Head circumference|head size, kopfumfang',
  ],
  laboratory: [
    '2339-0|Glucose in blood|glucose, sugar, blood sugar, bg, blutzucker',
    '15074-8|Glucose in blood|glucose, sugar, blood sugar, bg, blutzucker',
    '2345-7|Glucose in serum|glucose, sugar, blood sugar, bg, blutzucker',
    '14749-6|Glucose in serum|glucose, sugar, blood sugar, bg, blutzucker',
    '1558-6|Fasting glucose|glucose, fasting sugar, blood sugar, nüchternzucker, blutzucker',
    '99504-3|Glucose in tissue|glucose, cgm, sugar, blood sugar',
    '4548-4|HbA1c|a1c, hba1c, glycated hemoglobin, hemoglobin a1c, haemoglobin a1c, langzeitzucker',
    '59261-8|HbA1c|a1c, hba1c, glycated hemoglobin, hemoglobin a1c, haemoglobin a1c, langzeitzucker',
    '2093-3|Total cholesterol|cholesterol, lipids, cholesterin',
    '14647-2|Total cholesterol|cholesterol, lipids, cholesterin',
    '2085-9|HDL cholesterol|hdl, good cholesterol, cholesterol, lipids',
    '14646-4|HDL cholesterol|hdl, good cholesterol, cholesterol, lipids',
    '2089-1|LDL cholesterol|ldl, bad cholesterol, cholesterol, lipids',
    '13457-7|LDL cholesterol|ldl, bad cholesterol, cholesterol, lipids',
    '18262-6|LDL cholesterol|ldl, bad cholesterol, cholesterol, lipids',
    '22748-8|LDL cholesterol|ldl, bad cholesterol, cholesterol, lipids',
    '2571-8|Triglycerides|lipids, blood fats, triglyceride',
    '14927-8|Triglycerides|lipids, blood fats, triglyceride',
    '2160-0|Creatinine|kidney, kreatinin, niere',
    '14682-9|Creatinine|kidney, kreatinin, niere',
    '33914-3|Glomerular filtration rate|egfr, gfr, kidney, niere',
    '62238-1|Glomerular filtration rate|egfr, gfr, kidney, niere',
    '98979-8|Glomerular filtration rate|egfr, gfr, kidney, niere',
    '1742-6|ALT|gpt, liver, alanine aminotransferase, leber',
    '1920-8|AST|got, liver, aspartate aminotransferase, leber',
    '2324-2|GGT|gamma gt, liver, leber',
    '718-7|Hemoglobin|hb, haemoglobin, anemia, anaemia, hämoglobin',
    '6690-2|White blood cells|wbc, leukocytes, leukozyten',
    '777-3|Platelets|thrombocytes, thrombozyten',
    '2276-4|Ferritin|iron, eisen',
    '3016-3|TSH|thyroid, thyrotropin, schilddrüse',
    '11580-8|TSH|thyroid, thyrotropin, schilddrüse',
    '1988-5|C-reactive protein|crp, inflammation, entzündung',
    '1989-3|Vitamin D|25-oh vitamin d, calcidiol',
    '62292-8|Vitamin D|25-oh vitamin d, calcidiol',
    '2132-9|Vitamin B12|b12, cobalamin',
    '2823-3|Potassium|kalium, electrolytes',
    '2951-2|Sodium|natrium, electrolytes',
    '3084-1|Uric acid|urate, gout, harnsäure',
  ],
  survey: [
    '44261-6|PHQ-9 score|phq, phq9, depression, mood, depression score',
    '55758-7|PHQ-2 score|phq, phq2, depression, mood',
    '70274-6|GAD-7 score|gad, gad7, anxiety, worry, anxiety score, angst',
    '70273-8|GAD-2 score|gad, gad2, anxiety, angst',
    '72514-3|Pain severity|pain, pain score, nrs, schmerz, schmerzen',
    '38208-5|Pain severity|pain, pain score, nrs, schmerz, schmerzen',
    '72166-2|Smoking status|smoking, tobacco, cigarettes, rauchen',
  ],
  activity: [
    '55423-8|Steps|step count, walking, schritte',
    '41950-7|Steps in a day|step count, steps, walking, schritte',
    '93832-4|Sleep duration|sleep, slept, schlaf',
    '41981-2|Calories burned|energy, kcal, kalorien',
    '55411-3|Exercise duration|exercise, workout, training',
  ],
}

const KNOWN: ReadonlyMap<string, KnownMeasurement> = new Map(
  Object.entries(TABLE).flatMap(([kind, rows]) =>
    rows.map(row => {
      const [code = '', name = '', synonyms = ''] = row.split('|')
      return [code, { code, name, kind: kind as MeasurementKind, synonyms: synonyms.split(', ') }] as const
    }),
  ),
)

/** The measurement of a LOINC code. */
export const knownMeasurement = (code: string): KnownMeasurement | undefined => KNOWN.get(code)

/** The measurements that a code or a name means, as people say it. */
export function measurementsNamed(words: string): readonly KnownMeasurement[] {
  const wanted = words.trim().toLowerCase()
  const all = [...KNOWN.values()]
  const exact = all.filter(({ code, name }) => code === wanted || name.toLowerCase() === wanted)
  return exact.length > 0 ? exact : all.filter(({ synonyms }) => synonyms.includes(wanted))
}
