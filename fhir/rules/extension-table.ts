/**
 * Every extension that HL7 publishes for Questionnaire and QuestionnaireResponse, in core or in SDC (3.0.0 and
 * 4.0.0-ballot), with its effect here. The rules of forms and `docs/fhir-rules.md` read this table: no extension
 * is ignored silently.
 */

/**
 * - `enforced`: a rule checks forms or responses by it
 * - `drawn`: `@andiron/questionnaire` shows it
 * - `operation`: an operation or a derived record uses it
 * - `refused`: a form that depends on it is a warning or an error
 * - `noted`: kept without effect, which a finding says
 */
export type Treatment = 'enforced' | 'drawn' | 'operation' | 'refused' | 'noted'

/** One extension. */
export interface ExtensionRow {
  readonly url: string
  readonly treatments: readonly Treatment[]
  /** The effect; for `refused` and `noted` the reason. */
  readonly effect: string
}

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/'
const R5 = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.'

/** Reads lines of the form `name | treatments | effect`. */
function rows(base: string, lines: string): ExtensionRow[] {
  return lines
    .trim()
    .split('\n')
    .map(line => {
      const [name = '', treatments = '', effect = ''] = line.split('|').map(part => part.trim())
      return { url: `${base}${name}`, treatments: treatments.split(' ') as Treatment[], effect }
    })
}

export const EXTENSION_TABLE: readonly ExtensionRow[] = [
  ...rows(
    HL7,
    `
entryFormat | drawn | Shown as help; QR-REGEX says it.
maxDecimalPlaces | enforced | QR-DECIMALS.
maxSize | enforced | QR-MAXSIZE.
maxValue | enforced | QR-MAX; also by a cqf-expression.
mimeType | enforced drawn | QR-MIME; the file input offers these types.
minLength | enforced | QR-MINLEN.
minValue | enforced | QR-MIN; also by a cqf-expression.
regex | enforced | QR-REGEX.
itemWeight | operation | Read by the expressions weight() and ordinal().
ordinalValue | operation | Read by the expressions weight() and ordinal().
questionnaire-choiceOrientation | drawn | Options in a row or a column.
questionnaire-constraint | enforced | QR-CONSTRAINT.
targetConstraint | enforced | QR-CONSTRAINT.
cqf-targetInvariant | refused | Deprecated: use targetConstraint, which is enforced.
variable | enforced | Known to the expressions of its element and of those below it.
questionnaire-derivationType | enforced | Q-DERIVED.
questionnaire-hidden | drawn | Not shown.
questionnaire-itemControl | drawn | slider, drop-down, autocomplete, check-box, help, flyover, prompt, lower, upper, table, htable, gtable, grid and tab-container; others as the usual control. A table of questions has the same options in each; gtable is a row of questions for each repetition.
questionnaire-maxOccurs | enforced drawn | QR-MAXOCC; no more answers can be added.
questionnaire-minOccurs | enforced drawn | QR-MINOCC; so many groups are open at first.
questionnaire-optionExclusive | enforced drawn | QR-EXCL; choosing it takes back the others.
questionnaire-optionPrefix | drawn | Shown before its option.
questionnaire-optionRestriction | enforced drawn | QR-OPT-OFFERED, as answerOptionsToggleExpression.
questionnaire-referenceProfile | enforced | QR-REF-PROFILE, for profiles that the reference shows.
questionnaire-referenceResource | enforced | QR-REF.
questionnaire-referenceFilter | noted | It only narrows a search for candidates, which is not offered here.
questionnaire-signatureRequired | enforced drawn | QR-SIGN, for items and the whole response; a name and a picture.
questionnaire-sliderStepValue | enforced drawn | QR-STEP; the step of the slider.
questionnaire-supportLink | drawn | A link below the question.
questionnaire-supportHyperlink | drawn | A link with its label below the item.
questionnaire-unit | drawn | Shown beside the number.
questionnaire-unitOption | enforced drawn | QR-UNIT; the units to choose from.
questionnaire-unitValueSet | enforced | QR-UNIT-VS.
questionnaire-usageMode | noted | The form is shown alike in every mode.
questionnaire-displayCategory | noted | A text is shown alike in every category.
questionnaire-baseType | noted | It documents a profile.
questionnaire-fhirType | noted | It documents a profile.
questionnaire-definitionBased | noted | Texts and limits are never taken from an ElementDefinition: write them into the form.
questionnaire-index-answer | noted | Every coded answer can be counted and searched.
questionnaire-studyprotocolReference | noted | Documentation.
designNote | noted | Documentation for authors.
preferredTerminologyServer | operation | $expand and the check of codes, for hosts that the operator permits.
11179-permitted-value-conceptmap | noted | Answers are stored as they are given.
11179-permitted-value-valueset | noted | Answers are stored as they are given.
elementdefinition-conceptmap | noted | Answers are stored as they are given.
cqf-expression | enforced refused | Gives minValue, maxValue, minQuantity and maxQuantity; elsewhere Q-EXT-REFUSED reports it.
cqf-calculatedValue | enforced refused | QR-CALC on an item; elsewhere as cqf-expression.
cqf-initialValue | refused | Use initialExpression of SDC, by which $populate answers.
cqf-knowledgeCapability | operation | $assemble sets it: executable.
cqf-library | refused | CQL is not evaluated here: write expressions in FHIRPath.
cqf-alternativeExpression | noted | The main expression is evaluated.
rendering-markdown | drawn | Shown as markup, without scripts and images.
rendering-xhtml | drawn | Shown as markup, without scripts and images.
rendering-style | drawn | Weight, style, variant, decoration, alignment and case; colours and sizes are those of the theme.
rendering-styleSensitive | noted | Exports and other systems may show the text without its style.
translation | drawn | Texts in the language of the reader.
questionnaireresponse-author | noted | The service states who submitted the response; this one is kept as said.
questionnaireresponse-attester | noted | Kept as said; the service attests the response by itself.
questionnaireresponse-completionMode | noted | Kept as said.
questionnaireresponse-reason | noted | Kept as said.
questionnaireresponse-reviewer | noted | Kept as said.
questionnaireresponse-signature | enforced drawn | QR-SIGN looks for it; the signature itself is not verified.
artifact-author | noted | Documentation of the form.
artifact-citeAs | noted | Documentation of the form.
artifact-copyrightLabel | noted | Documentation of the form.
artifact-editor | noted | Documentation of the form.
artifact-endorser | noted | Documentation of the form.
artifact-publicationDate | noted | Documentation of the form.
artifact-relatedArtifact | noted | Documentation of the form.
artifact-releaseDescription | noted | Documentation of the form.
artifact-releaseLabel | noted | Documentation of the form.
artifact-reviewer | noted | Documentation of the form.
artifact-topic | noted | Documentation of the form.
artifact-usage | noted | Documentation of the form.
artifact-versionAlgorithm | noted | Revisions are counted by the service; SDC asks for versionAlgorithm[x].
artifact-versionPolicy | noted | Documentation of the form.
replaces | noted | Each form is kept under its own id: publish a revision to replace one.
workflow-adheresTo | noted | Kept as said.
workflow-episodeOfCare | noted | Kept as said.
workflow-researchStudy | noted | Kept as said.
workflow-triggeredBy | noted | Kept as said.
`,
  ),
  ...rows(
    SDC,
    `
sdc-questionnaire-answerExpression | enforced drawn | QR-AX; its results are the options.
sdc-questionnaire-answerOptionsToggleExpression | enforced drawn | QR-OPT-OFFERED; options that are off are not offered.
sdc-questionnaire-assemble-expectation | operation | $assemble.
sdc-questionnaire-assembleContext | operation | $assemble.
sdc-questionnaire-assembledFrom | operation | $assemble.
sdc-questionnaire-calculatedExpression | enforced drawn | QR-CALC; the answer follows the expression while the form is filled in.
sdc-questionnaire-candidateExpression | noted | It only suggests answers: any answer that the question permits is valid, and suggestions are not offered here. Use answerExpression to limit the answers.
sdc-questionnaire-choiceColumn | noted | An option is shown by its display alone.
sdc-questionnaire-collapsible | drawn | The group can be folded.
sdc-questionnaire-columnCount | noted | Items are laid out for the width of the screen.
sdc-questionnaire-contextExpression | noted | It only shows other records beside the question: no answer depends on it, and no query is run for it.
sdc-questionnaire-definitionExtract | operation | $extract.
sdc-questionnaire-definitionExtractValue | operation | $extract.
sdc-questionnaire-enableWhenExpression | enforced drawn | QR-EW and QR-EWX.
sdc-questionnaire-endpoint | noted | Responses are submitted to this service only.
sdc-questionnaire-entryMode | noted | Questions can be answered in any order.
sdc-questionnaire-extractAllocateId | operation | $extract.
sdc-questionnaire-initialExpression | operation drawn | $populate, and when the form is opened.
sdc-questionnaire-isSubject | refused | Answers about another person would be stored as answers of the one who submits.
sdc-questionnaire-itemAnswerMedia | drawn | Shown with its option.
sdc-questionnaire-itemExtractionContext | operation | $extract.
sdc-questionnaire-itemMedia | drawn | Shown with its item.
sdc-questionnaire-itemPopulationContext | operation | $populate.
sdc-questionnaire-keyboard | noted | The keyboard follows from the type of the question.
sdc-questionnaire-launchContext | operation | $populate, and the expressions of the form.
sdc-questionnaire-lookupQuestionnaire | noted | A reference is answered with a record that exists.
sdc-questionnaire-maxQuantity | enforced | QR-MAXQ; also by a cqf-expression.
sdc-questionnaire-minQuantity | enforced | QR-MINQ; also by a cqf-expression.
sdc-questionnaire-observation-extract-category | operation | The category of Observations that follow from the response.
sdc-questionnaire-observationExtract | operation | Observations that follow from the response, and $extract.
sdc-questionnaire-observationLinkPeriod | operation | $populate.
sdc-questionnaire-openLabel | drawn | The label of the free text beside the options.
sdc-questionnaire-optionalDisplay | noted | It is advice for authors of derived forms.
sdc-questionnaire-performerType | noted | The person whose profile it is submits the response.
sdc-questionnaire-preferredTerminologyServer | operation | $expand and the check of codes, for hosts that the operator permits.
sdc-questionnaire-questionnaireAdaptive | operation | $next-question.
sdc-questionnaire-referencesContained | noted | Contained resources are found by their references.
sdc-questionnaire-shortText | drawn | The heading of a column in a table.
sdc-questionnaire-sourceQueries | refused | $populate runs no StructureMap: use initialExpression or observationLinkPeriod.
sdc-questionnaire-sourceStructureMap | refused | $populate runs no StructureMap: use initialExpression or observationLinkPeriod.
sdc-questionnaire-subQuestionnaire | operation | $assemble.
sdc-questionnaire-targetStructureMap | refused | $extract runs no StructureMap: use templates, definitions or Observations.
sdc-questionnaire-templateExtract | operation | $extract.
sdc-questionnaire-templateExtractBundle | operation | $extract.
sdc-questionnaire-templateExtractContext | operation | $extract.
sdc-questionnaire-templateExtractValue | operation | $extract.
sdc-questionnaire-unitOpen | enforced | QR-UNIT.
sdc-questionnaire-unitSupplementalSystem | enforced | QR-UNIT: the system of units beside the options.
sdc-questionnaire-width | noted | Columns are as wide as their content.
sdc-questionnaireresponse-isSubject | noted | Answers about another person would be stored as answers of the one who submits.
sdc-rendering-criticalExtension | enforced | Q-CRITICAL: an extension that is named here must be supported.
rendering-criticalExtension | enforced | Q-CRITICAL: an extension that is named here must be supported.
`,
  ),
  ...rows(
    R5,
    `
item.answerConstraint | enforced drawn | As the element of R5.
item.disabledDisplay | drawn | protected shows a disabled item without a control; others are hidden.
versionAlgorithm[x] | enforced | sdc-2 and sdc-3.
copyrightLabel | noted | Documentation of the form.
`,
  ),
]

/** The spellings of earlier versions, as the extension that replaced them. */
const FORMER: Readonly<Record<string, string>> = {
  [`${HL7}questionnaire-minQuantity`]: `${SDC}sdc-questionnaire-minQuantity`,
  [`${HL7}questionnaire-maxQuantity`]: `${SDC}sdc-questionnaire-maxQuantity`,
  [`${HL7}questionnaire-unitOpen`]: `${SDC}sdc-questionnaire-unitOpen`,
}

const byUrl: ReadonlyMap<string, ExtensionRow> = new Map(EXTENSION_TABLE.map(row => [row.url, row]))

/** The row of an extension; undefined if HL7 does not publish it for these resources. */
export const rowOf = (url: string): ExtensionRow | undefined => byUrl.get(FORMER[url] ?? url)

/** True if an extension has its effect here. */
export const isSupported = (url: string): boolean =>
  rowOf(url)?.treatments.some(treatment => SUPPORTED.has(treatment)) === true

const SUPPORTED: ReadonlySet<Treatment> = new Set(['enforced', 'drawn', 'operation'])
