/** Extensions that most forms do not use: kept apart, because a browser loads them with the parts that draw them. */

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-'

/** Every spelling of an extension with the same meaning, as in `EXTENSIONS`. */
export const FURTHER = {
  answerMedia: [`${SDC}questionnaire-itemAnswerMedia`],
  calculatedExpression: [`${SDC}questionnaire-calculatedExpression`],
  calculatedValue: [`${HL7}cqf-calculatedValue`],
  candidateExpression: [`${SDC}questionnaire-candidateExpression`],
  collapsible: [`${SDC}questionnaire-collapsible`],
  cqfExpression: [`${HL7}cqf-expression`],
  criticalExtension: [
    `${SDC}rendering-criticalExtension`,
    'http://hl7.org/fhir/uv/sdc/StructureDefinition/rendering-criticalExtension',
  ],
  derivationType: [`${HL7}questionnaire-derivationType`],
  isSubject: [`${SDC}questionnaire-isSubject`],
  itemMedia: [`${SDC}questionnaire-itemMedia`],
  markdown: [`${HL7}rendering-markdown`],
  observationExtract: [`${SDC}questionnaire-observationExtract`],
  observationExtractCategory: [`${SDC}questionnaire-observation-extract-category`],
  openLabel: [`${SDC}questionnaire-openLabel`],
  optionPrefix: [`${HL7}questionnaire-optionPrefix`],
  optionRestriction: [`${HL7}questionnaire-optionRestriction`],
  optionsToggle: [`${SDC}questionnaire-answerOptionsToggleExpression`],
  referenceProfile: [`${HL7}questionnaire-referenceProfile`],
  shortText: [`${SDC}questionnaire-shortText`],
  signature: [`${HL7}questionnaireresponse-signature`],
  signatureRequired: [`${HL7}questionnaire-signatureRequired`],
  style: [`${HL7}rendering-style`],
  supportHyperlink: [`${HL7}questionnaire-supportHyperlink`, `${HL7}questionnaire-supportLink`],
  unitSupplementalSystem: [`${SDC}questionnaire-unitSupplementalSystem`],
  xhtml: [`${HL7}rendering-xhtml`],
} as const
