/** Runs patterns of a form's author: programs are bounded in size, and each step of a match is counted. */
import { RE2JS } from 're2js'
import type { Steps } from './step-budget.ts'

/** A compiled pattern for whole values. */
export interface Pattern {
  /** True if the whole value matches. @throws TooCostly if the steps are used up */
  matches(value: string, steps: Steps): boolean
}

/** The maximum size of a pattern: in instructions of its program, as `patternSize` estimates them. */
export const LARGEST_PATTERN = 5_000

/**
 * Compiles a pattern for whole values; undefined if it is too large or not valid RE2 (lookaround,
 * backreferences).
 */
export function compilePattern(pattern: string): Pattern | undefined {
  if (patternSize(pattern) > LARGEST_PATTERN) return undefined
  try {
    const { prog } = RE2JS.compile(pattern).re2() as unknown as { readonly prog: Program }
    return new Machine(prog)
  } catch {
    return undefined
  }
}

/**
 * The reason why a pattern cannot be compiled, to complete "this one cannot be used: …". Names the limit of RE2
 * and the part of the pattern that met it.
 */
export function patternFault(pattern: string): string {
  try {
    RE2JS.compile(pattern)
    return 'it is too large'
  } catch (cause) {
    const { error = '', input = '' } = cause as { readonly error?: string; readonly input?: string }
    const part = input.length > LONGEST_PART ? `${input.slice(0, LONGEST_PART)}…` : input
    if (/^\(\?(?:<?[=!])/.test(input)) return `it looks around ('${part}'), which takes time without bound`
    if (input.startsWith('(?>') || /^(?:\*\+|\+\+|\?\+|\}\+)$/.test(input))
      return `it has a possessive part ('${part}'), which RE2 has not`
    if (/^\\(?:[1-9]|k)/.test(input))
      return `it refers back to a group ('${part}'), which takes time without bound`
    const [, least, most] = /^\{(\d+),?(\d*)\}$/.exec(input) ?? []
    if (least !== undefined) {
      const isLarge = Math.max(Number(least), Number(most)) > MOST_COPIES
      return isLarge
        ? `it repeats '${part}', and a count is at most ${MOST_COPIES}`
        : `its count '${part}' ends below its start`
    }
    return `${error === '' ? 'it is not valid' : error}${part === '' ? '' : ` in '${part}'`}`
  }
}

/** The highest count that RE2 accepts. */
const MOST_COPIES = 1_000
/** The maximum length of a part of a pattern in a message. */
const LONGEST_PART = 40

/** The size of a Unicode class: the parser copies hundreds of ranges for it. */
const UNICODE_CLASS = 100

/** Cap of the estimate; larger patterns are refused anyway. */
const ENOUGH = 1_000_000_000

const REPEAT = /\{(\d{1,6})(,(\d{0,6}))?\}/y
/** The start of a group: capturing, named or non-capturing; or flags, which are not a group. */
const GROUP = /\((?:(\?[imsU-]+\))|\?[imsU-]*:|\?P?<\w{1,99}>)?/y

/**
 * An upper bound of the instructions in the RE2 program of a pattern, from one pass over its text before
 * anything is compiled. Counted repetitions multiply: `(a{9}){9}` counts `a` 81 times.
 */
export function patternSize(pattern: string): number {
  /** The open groups: the size so far, and the last atom, to which a repetition applies. */
  const open: { whole: number; last: number }[] = []
  let group = { whole: 3, last: 0 }
  let classes = 0
  const atom = (size: number) => {
    group.last = size
    group.whole = Math.min(group.whole + size, ENOUGH)
  }
  /** Sets the size of the last atom. */
  const grow = (size: number) => {
    group.whole = Math.min(group.whole - group.last + size, ENOUGH)
    group.last = size
  }
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') {
      const next = pattern[++at]
      if (next === 'Q') {
        const end = endOf(pattern, '\\E', at + 1)
        atom(1)
        group.whole += end - at
        at = end + 1
        continue
      }
      if (next === 'p' || next === 'P') classes += UNICODE_CLASS
      const braced = (next === 'p' || next === 'P' || next === 'x') && pattern[at + 1] === '{'
      if (braced) at = endOf(pattern, '}', at)
      atom(1)
    } else if (character === '[') {
      const end = classEnd(pattern, at)
      for (let inner = at; inner < end; inner++)
        if (pattern[inner] === '\\' && /p/i.test(pattern[++inner] ?? '')) classes += UNICODE_CLASS
      at = end
      atom(1)
    } else if (character === '(') {
      GROUP.lastIndex = at
      const [begin = '(', flags] = GROUP.exec(pattern) ?? []
      at += begin.length - 1
      if (flags !== undefined) continue
      open.push(group)
      group = { whole: begin.endsWith(':') ? 1 : 3, last: 0 }
    } else if (character === ')') {
      const { whole } = group
      group = open.pop() ?? { whole: 3, last: 0 }
      atom(whole)
    } else if (character === '|') {
      group.whole += 2
      group.last = 0
    } else if (character === '*' || character === '+' || character === '?') grow(group.last + 1)
    else if (character === '{') {
      REPEAT.lastIndex = at
      const [whole, least = '', more, most = ''] = REPEAT.exec(pattern) ?? []
      if (whole === undefined) {
        atom(1)
        continue
      }
      at += whole.length - 1
      const copies = Math.max(Number(least), Number(most), 1)
      const optional = more === undefined ? 0 : Math.max(copies - Number(least), 1)
      grow(Math.min(copies * group.last + optional, ENOUGH))
    } else atom(1)
  }
  for (const each of open) group.whole += each.whole
  return group.whole + classes + pattern.length / 10
}

const endOf = (pattern: string, end: string, from: number) => {
  const found = pattern.indexOf(end, from)
  return found < 0 ? pattern.length : found
}

/** The end of a character class: `[]abc]`, `[^]]`, `[[:alpha:]]`, `[\]]`. */
function classEnd(pattern: string, start: number): number {
  let at = start + 1
  if (pattern[at] === '^') at++
  if (pattern[at] === ']') at++
  for (; at < pattern.length && pattern[at] !== ']'; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern.startsWith('[:', at)) {
      const end = pattern.indexOf(':]', at + 2)
      if (end > 0) at = end + 1
    }
  }
  return at
}

/** The RE2 program of a pattern: a graph of instructions. */
interface Program {
  readonly start: number
  readonly inst: readonly Instruction[]
}

interface Instruction {
  readonly op: number
  readonly out: number
  /** The other branch of an ALT; the conditions of an EMPTY_WIDTH. */
  readonly arg: number
  matchRune(rune: number): boolean
}

const ALT = 1
const ALT_MATCH = 2
const CAPTURE = 3
const EMPTY_WIDTH = 4
const MATCH = 6
const NOP = 7
const RUNE = 8
const RUNE1 = 9
const RUNE_ANY = 10
const RUNE_ANY_NOT_NL = 11
const NEWLINE = 10

/**
 * Simulates a program on a text in all its states at once (Thompson). The library's own engine is faster on
 * known states and much slower on new ones; this one counts its steps.
 */
class Machine implements Pattern {
  readonly #program: Program
  readonly #pending: Int32Array
  readonly #seen: Uint32Array
  #now: Int32Array
  #next: Int32Array
  #generation = 0
  #count = 0

  constructor(program: Program) {
    const { length } = program.inst
    if (program.inst.some(({ op }) => op > RUNE_ANY_NOT_NL)) throw new Error('an instruction is not known')
    this.#program = program
    this.#now = new Int32Array(length)
    this.#next = new Int32Array(length)
    // Each instruction is visited once and pushes at most two others.
    this.#pending = new Int32Array(2 * length + 1)
    this.#seen = new Uint32Array(length)
  }

  matches(value: string, steps: Steps): boolean {
    const { inst, start } = this.#program
    this.#generation++
    let before = -1
    let rune = value.codePointAt(0) ?? -1
    let count = this.#add(0, start, conditions(before, rune), this.#next)
    for (let at = 0; rune >= 0; ) {
      steps.spend(1 + this.#count)
      this.#count = 0
      if (count === 0) return false
      const states = this.#next
      this.#next = this.#now
      this.#now = states
      at += rune > 0xffff ? 2 : 1
      before = rune
      rune = value.codePointAt(at) ?? -1
      const holds = conditions(before, rune)
      this.#generation++
      let reached = 0
      for (let each = 0; each < count; each++) {
        const instruction = inst[states[each] ?? 0]
        if (instruction !== undefined && takes(instruction, before))
          reached = this.#add(reached, instruction.out, holds, this.#next)
      }
      this.#count += count
      count = reached
    }
    steps.spend(1 + this.#count)
    this.#count = 0
    for (let each = 0; each < count; each++) if (inst[this.#next[each] ?? 0]?.op === MATCH) return true
    return false
  }

  /** Adds an instruction to the states, with those that can be reached from it without reading. */
  #add(count: number, from: number, holds: number, states: Int32Array): number {
    const { inst } = this.#program
    const pending = this.#pending
    const seen = this.#seen
    // Marks are one more than the generation: a new array is all zeros.
    const mark = this.#generation + 1
    let reached = count
    let waiting = 0
    pending[waiting++] = from
    while (waiting > 0) {
      const pc = pending[--waiting] ?? 0
      this.#count++
      if (seen[pc] === mark) continue
      seen[pc] = mark
      const instruction = inst[pc]
      if (instruction === undefined) continue
      const { op, out, arg } = instruction
      if (op === ALT || op === ALT_MATCH) {
        pending[waiting++] = arg
        pending[waiting++] = out
      } else if (op === CAPTURE || op === NOP) pending[waiting++] = out
      else if (op === EMPTY_WIDTH) {
        if ((arg & ~holds) === 0) pending[waiting++] = out
      } else if (op >= MATCH) states[reached++] = pc
    }
    return reached
  }
}

function takes(instruction: Instruction, rune: number): boolean {
  switch (instruction.op) {
    case RUNE:
    case RUNE1:
      return instruction.matchRune(rune)
    case RUNE_ANY:
      return true
    case RUNE_ANY_NOT_NL:
      return rune !== NEWLINE
    default:
      return false
  }
}

const BEGIN_LINE = 1
const END_LINE = 2
const BEGIN_TEXT = 4
const END_TEXT = 8
const WORD_BOUNDARY = 16
const NO_WORD_BOUNDARY = 32

/** The conditions that hold between two characters; -1 is before the first and after the last. */
function conditions(before: number, after: number): number {
  let holds = isWord(before) === isWord(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY
  if (before < 0) holds |= BEGIN_TEXT | BEGIN_LINE
  if (before === NEWLINE) holds |= BEGIN_LINE
  if (after < 0) holds |= END_TEXT | END_LINE
  if (after === NEWLINE) holds |= END_LINE
  return holds
}

const isWord = (rune: number) =>
  (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95
