/** The form page by page, a review of the answers, and their submission. */
import {
  isOption,
  type LiveForm,
  optionsOf,
  optionText,
  type Slot,
  textIn,
} from '@andiron/questionnaire/engine'
import { useRef, useState } from 'react'
import { AccessibilityInfo, Pressable, ScrollView, Text, View } from 'react-native'
import { SlotView } from './question'
import { styles } from './styles'
import { useLive } from './use-live'

interface FormScreenProps {
  readonly live: LiveForm
  send(response: object): Promise<void>
}

type Sending = 'no' | 'now' | 'failed' | 'done'

export function FormScreen({ live, send }: FormScreenProps) {
  useLive(live)
  const [at, setAt] = useState(0)
  const [sending, setSending] = useState<Sending>('no')
  const scroll = useRef<ScrollView>(null)
  const pages = [...live.root.slots.values()].filter(slot => slot.enabled)
  const page = pages[Math.min(at, pages.length)]

  const go = (to: number) => {
    setAt(to)
    scroll.current?.scrollTo({ y: 0, animated: false })
    AccessibilityInfo.announceForAccessibility(to < pages.length ? `Page ${to + 1}` : 'Check your answers')
  }
  const next = () => {
    if (page === undefined) return void submit()
    const wrong = live.show(slotsIn(page))
    if (wrong.length === 0) go(at + 1)
    else AccessibilityInfo.announceForAccessibility(`${wrong.length} answers to correct`)
  }
  const submit = async () => {
    setSending('now')
    try {
      await send({ ...live.response, status: 'completed' })
      setSending('done')
    } catch {
      setSending('failed')
    }
  }

  if (sending === 'done')
    return (
      <View style={styles.page}>
        <Text style={styles.title} accessibilityRole="header">
          Thank you
        </Text>
        <Text style={styles.text}>Your answers were sent.</Text>
      </View>
    )
  return (
    <ScrollView ref={scroll} contentContainerStyle={styles.page} keyboardShouldPersistTaps="handled">
      <Text style={styles.title} accessibilityRole="header">
        {page === undefined ? 'Check your answers' : textIn(live.form.raw, 'title', undefined)}
      </Text>
      {page !== undefined && (
        <Text style={styles.muted}>
          Page {at + 1} of {pages.length}
        </Text>
      )}
      {page === undefined ? (
        [...live.visible()].map(slot => <Reviewed key={slot.id} live={live} slot={slot} />)
      ) : (
        <SlotView key={page.id} live={live} slot={page} />
      )}
      {sending === 'failed' && (
        <Text style={styles.error} accessibilityRole="alert">
          It is not certain that your answers were stored. Check your connection and try again.
        </Text>
      )}
      <View style={styles.buttons}>
        {at > 0 && (
          <Pressable style={styles.button} accessibilityRole="button" onPress={() => go(at - 1)}>
            <Text style={styles.text}>Back</Text>
          </Pressable>
        )}
        <Pressable
          style={[styles.button, styles.primary]}
          accessibilityRole="button"
          disabled={sending === 'now'}
          onPress={next}
        >
          <Text style={styles.onPrimary}>
            {sending === 'now' ? 'Sending…' : page === undefined ? 'Send my answers' : 'Next'}
          </Text>
        </Pressable>
      </View>
    </ScrollView>
  )
}

/** The slots of a page, the outer ones first. */
function* slotsIn(slot: Slot): Generator<Slot> {
  yield slot
  for (const { inner } of slot.occurrences)
    for (const { slots } of inner) for (const each of slots.values()) yield* slotsIn(each)
}

/** A question with its answer, or the title of a group. */
function Reviewed({ live, slot }: { readonly live: LiveForm; readonly slot: Slot }) {
  const label = textIn(slot.item.raw, 'text', undefined) ?? slot.item.linkId
  if (slot.item.type === 'display') return null
  if (slot.item.type === 'group') return <Text style={styles.heading}>{label}</Text>
  const options = optionsOf(slot.item, live.form)
  const answers = live.answers(slot).map(given => {
    const option = options.find(each => isOption(each, given))
    if (option !== undefined) return optionText(option, undefined)
    const [value] = Object.values(given)
    return value === true ? 'Yes' : value === false ? 'No' : String(value)
  })
  return (
    <View>
      <Text style={styles.label}>{label}</Text>
      <Text style={styles.text}>{answers.join(', ') || 'No answer'}</Text>
    </View>
  )
}
