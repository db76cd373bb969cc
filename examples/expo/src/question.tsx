/** One slot of the form: a group, a text, or a question with its control and its errors. */
import {
  answerOf,
  choose,
  type Given,
  isOption,
  type LiveForm,
  type Option,
  optionsOf,
  optionText,
  type Slot,
  textIn,
} from '@andiron/questionnaire/engine'
import { useState } from 'react'
import { Pressable, Text, TextInput, View } from 'react-native'
import { styles } from './styles'

interface SlotProps {
  readonly live: LiveForm
  readonly slot: Slot
}

const textOf = ({ item }: Slot) => textIn(item.raw, 'text', undefined) ?? item.linkId

export function SlotView({ live, slot }: SlotProps) {
  if (!slot.enabled) return null
  if (slot.item.type === 'display') return <Text style={styles.text}>{textOf(slot)}</Text>
  const inner = slot.occurrences.flatMap(each => each.inner.flatMap(({ slots }) => [...slots.values()]))
  const below = inner.map(each => <SlotView key={each.id} live={live} slot={each} />)
  if (slot.item.type === 'group')
    return (
      <View style={styles.page}>
        <Text style={styles.heading} accessibilityRole="header">
          {textOf(slot)}
        </Text>
        {below}
      </View>
    )
  const label = textOf(slot)
  return (
    <View style={styles.question}>
      <Text style={styles.label}>
        {label}
        {slot.item.required && <Text style={styles.muted}> (required)</Text>}
      </Text>
      {slot.issues.map(({ rule, text }) => (
        <Text key={rule} style={styles.error} accessibilityRole="alert">
          {text}
        </Text>
      ))}
      <Control live={live} slot={slot} label={label} />
      {below}
    </View>
  )
}

const YES_NO = [
  { label: 'Yes', given: { valueBoolean: true } },
  { label: 'No', given: { valueBoolean: false } },
]

function Control({ live, slot, label }: SlotProps & { readonly label: string }) {
  const { item } = slot
  const answers = live.answers(slot)
  if (item.type === 'boolean')
    return YES_NO.map(({ label, given }) => (
      <Card
        key={label}
        label={label}
        role="radio"
        isChosen={answers[0]?.valueBoolean === given.valueBoolean}
        choose={() => live.answer(slot, [given])}
      />
    ))
  const options = slot.offered ?? optionsOf(item, live.form)
  if (options.length > 0)
    return options.map((option: Option) => (
      <Card
        key={JSON.stringify(answerOf(option))}
        label={optionText(option, undefined)}
        role={item.repeats ? 'checkbox' : 'radio'}
        isChosen={answers.some(given => isOption(option, given))}
        choose={() => live.answer(slot, choose(item, answers, option).given)}
      />
    ))
  const kind = KINDS[item.type]
  if (kind === undefined) return <Text style={styles.muted}>This example does not draw a {item.type}.</Text>
  return <Field key={item.linkId} live={live} slot={slot} label={label} kind={kind} />
}

interface CardProps {
  readonly label: string
  readonly role: 'radio' | 'checkbox'
  readonly isChosen: boolean
  choose(): void
}

function Card({ label, role, isChosen, choose }: CardProps) {
  return (
    <Pressable
      style={[styles.card, isChosen && styles.selected]}
      accessibilityRole={role}
      accessibilityState={{ checked: isChosen }}
      aria-checked={isChosen}
      onPress={choose}
    >
      <Text style={styles.text}>{label}</Text>
    </Pressable>
  )
}

/** Reads and writes the answer of a text field. A text that is not a number stays as it is, and is an error. */
interface Kind {
  readonly keyboard: 'default' | 'number-pad' | 'decimal-pad' | 'url'
  readonly placeholder?: string
  read(words: string): Given
  write(given: Given): string
}

const asNumber = (words: string) =>
  /^-?\d+(?:[.,]\d+)?$/.test(words) ? Number(words.replace(',', '.')) : words
const words = (value: unknown) => (value === undefined ? '' : String(value))
const text: Kind = {
  keyboard: 'default',
  read: valueString => ({ valueString }),
  write: given => words(given.valueString),
}

const KINDS: Partial<Record<Slot['item']['type'], Kind>> = {
  string: text,
  text,
  integer: {
    keyboard: 'number-pad',
    read: typed => ({ valueInteger: asNumber(typed) }) as Given,
    write: given => words(given.valueInteger),
  },
  decimal: {
    keyboard: 'decimal-pad',
    read: typed => ({ valueDecimal: asNumber(typed) }) as Given,
    write: given => words(given.valueDecimal),
  },
  date: {
    keyboard: 'default',
    placeholder: 'YYYY-MM-DD',
    read: valueDate => ({ valueDate }),
    write: given => words(given.valueDate),
  },
}

function Field({ live, slot, label, kind }: SlotProps & { readonly label: string; readonly kind: Kind }) {
  const [given] = live.answers(slot)
  // The text stays as it was typed: "7." is on its way to "7.5".
  const [typed, setTyped] = useState(given === undefined ? '' : kind.write(given))
  return (
    <TextInput
      style={styles.input}
      accessibilityLabel={label}
      keyboardType={kind.keyboard}
      multiline={slot.item.type === 'text'}
      placeholder={kind.placeholder}
      value={typed}
      onChangeText={next => {
        setTyped(next)
        const trimmed = next.trim()
        live.answer(slot, trimmed === '' ? [] : [kind.read(trimmed)])
      }}
    />
  )
}
