/**
 * The texts and sources of the rules that a form runs while it is filled in. They stand apart, because browsers
 * load the rules and no page shows these.
 */
import type { Bare, Rule } from '../model/rule.ts'

type Description = Pick<Rule, 'text' | 'source'>

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'QR-REQ': {
    text: 'A required question that is enabled has an answer, wherever the item above it is there.',
    source: 'Questionnaire.item.required: only a completed response must be complete; hidden questions too.',
  },
  'QR-REQ-GROUP': {
    text: 'A required group that is enabled holds an answer.',
    source: 'Questionnaire.item.required: at least one descendant has an answer.',
  },
  'QR-MIN': {
    text: 'An answer is not below minValue, that value included.',
    source: 'Extension minValue, and the slider of a form; dates at the precision that both share.',
  },
  'QR-MAX': {
    text: 'An answer is not above maxValue, that value included.',
    source: 'Extension maxValue, and the slider of a form; dates at the precision that both share.',
  },
  'QR-STEP': {
    text: 'An answer given by a slider is on one of its steps, counted from minValue or from 0.',
    source:
      "The step of the operator's slider, which binds as its ends do. Extension sliderStepValue is a warning: it is the step 'to use when toggling the control', no limit of the value.",
  },
  'QR-MINQ': {
    text: 'A quantity is not below minQuantity, that quantity included.',
    source: 'Extension minQuantity (SDC); units converted by UCUM, an error where they cannot be compared.',
  },
  'QR-MAXQ': {
    text: 'A quantity is not above maxQuantity, that quantity included.',
    source: 'Extension maxQuantity (SDC); units converted by UCUM, an error where they cannot be compared.',
  },
  'QR-DECIMALS': {
    text: 'A number has at most maxDecimalPlaces decimal places.',
    source: 'Extension maxDecimalPlaces. Zeros at the end do not count: JSON.parse does not keep them.',
  },
  'QR-MAXLEN': {
    text: 'A text has at most maxLength characters.',
    source:
      'Questionnaire.item.maxLength, in code points. The Java validator counts UTF-16 units, and only for type string.',
  },
  'QR-MINLEN': {
    text: 'A text has at least minLength characters.',
    source: 'Extension minLength, in code points. The Java validator checks it only for type string.',
  },
  'QR-NEWLINE': {
    text: 'The answer to a question of type string is one line.',
    source: 'Code system item-type: text is for more than one line.',
  },
  'QR-UNIT': {
    text: 'A quantity has one of the units that the question offers.',
    source:
      'Extensions unitOption, unitOpen and unitSupplementalSystem, by system and code. The Java validator compares the label with the unit and ignores unitOpen.',
  },
  'QR-MIME': {
    text: 'A file is of a type that the question takes, parameters of the type aside.',
    source: 'Extension mimeType. The Java validator compares how the types begin.',
  },
  'QR-MAXSIZE': {
    text: 'A file has at most maxSize bytes, that number included.',
    source:
      'Extension maxSize, of the data or of the declared size. The Java validator refuses exactly that number and looks at the data only.',
  },
  'QR-TYPE': {
    text: 'An answer has the type that the question asks for.',
    source:
      'QuestionnaireResponse.item.answer.value[x]; before R5 a choice may also be answered with the type of its options.',
  },
  'QR-OPT': {
    text: 'An answer is one of the options: a Coding by system and code, a Reference by where it points, others by value.',
    source: 'Questionnaire.item.answerOption. The Java validator compares a Quantity as a decimal.',
  },
  'QR-AC': {
    text: 'Free text is given only where the form takes it, and not instead of an option of that name.',
    source:
      'R5 answerConstraint, open-choice before. The Java validator refuses optionsOrString beside other types than coding.',
  },
  'QR-REF': {
    text: 'A reference points to a record of a type that the question takes.',
    source: "Extension questionnaire-referenceResource. The Java validator cannot handle '#' references.",
  },
  'QR-REF-PROFILE': {
    text: 'A reference points to a record of a profile that the question takes.',
    source:
      'Extension questionnaire-referenceProfile: the type for the profiles of FHIR itself, meta.profile of a contained record for others; a warning for a record elsewhere, which is not read.',
  },
  'QR-READONLY': {
    text: 'A read-only question keeps the value that the form gives.',
    source: 'Questionnaire.item.readOnly with an initial value.',
  },
  'QR-TEXT': {
    text: 'The text of an item equals the text in the form, or one of its translations.',
    source: 'R5: SHOULD, SDC: SHALL, nothing before. An error in the Java validator, a warning here.',
  },
  'qrs-1': {
    text: 'An item of a response holds items or answers, not both.',
    source: 'qrs-1.',
  },
  'QR-NEST': {
    text: 'What follows a question stands below its answer.',
    source: 'QuestionnaireResponse.item.answer.item.',
  },
  'QR-GROUP-ANSWER': {
    text: 'A group has no answer.',
    source: 'Questionnaire.item.type group.',
  },
  'QR-DISPLAY': {
    text: 'A display has neither answers nor items; standing empty it may stay.',
    source: 'Questionnaire.item.type display.',
  },
  'QR-REPEATS-ANSWER': {
    text: 'Only a repeating question has more than one answer.',
    source: 'Questionnaire.item.repeats.',
  },
  'QR-EXCL': {
    text: 'An exclusive option is the only answer.',
    source: 'Extension questionnaire-optionExclusive, and exclusive-option of forms that name the code.',
  },
  'QR-EW': {
    text: 'An item that its conditions disable has no answers; standing empty it may stay.',
    source:
      'Questionnaire.item.enableWhen. Work in progress may keep them (SDC), where the Java validator refuses.',
  },
  'QR-MODEXT': {
    text: 'No item carries a modifierExtension.',
    source: 'Extensibility: who does not know a modifier must refuse what it modifies.',
  },
  'QR-SIGN': {
    text: 'An item that asks for a signature is signed when the response is completed.',
    source: 'Extension questionnaire-signatureRequired, with the type of the signature.',
  },
  'QR-CALC': {
    text: 'An answer has the value that the expression of its question computes.',
    source:
      'SDC calculatedExpression, and cqf-calculatedValue on an item; numbers at maxDecimalPlaces, or else to 9 digits. A person may overrule the form: a warning with both values.',
  },
  'QR-OPT-OFFERED': {
    text: 'An answer is an option that is on offer, given the other answers.',
    source:
      'SDC answerOptionsToggleExpression: an option of several toggles is on offer if one of them is true; core optionRestriction. One that cannot be evaluated is a warning.',
  },
  'QR-MINOCC': {
    text: 'A question has at least as many answers, a group as many items, as minOccurs says, that number included.',
    source:
      'Extension questionnaire-minOccurs. The Java validator refuses exactly that number, and every group.',
  },
  'QR-MAXOCC': {
    text: 'A question has at most as many answers, a group as many items, as maxOccurs says, that number included.',
    source:
      'Extension questionnaire-maxOccurs. The Java validator refuses exactly that number, and lets every group pass.',
  },
  'QR-EW-INDET': {
    text: 'The answers given decide every condition.',
    source: 'R5 text of enableWhen: what cannot be decided is enabled.',
  },
}

/** The rules with their texts and sources. */
export const described = <R extends Rule>(rules: readonly Bare<R>[]): readonly R[] =>
  rules.map(rule => ({ ...DESCRIPTIONS[(rule as unknown as R).id], ...rule }) as unknown as R)
