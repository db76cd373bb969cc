/** Finds every row of every error table by importing the `errors.ts` of each room. */
import { readdir } from 'node:fs/promises'
import { dirname, extname } from 'node:path'

export interface ErrorEntry {
  readonly code: string
  /** Of the HTTP answer; none for errors that are met in a program. */
  readonly status?: number
  /** `%s` stands for what the error says about a particular case. */
  readonly sentence: string
  /** The folder of the table. */
  readonly room: string
}

const ROOMS = ['core', 'plugins', 'fhir', 'ui']

/** @param root - of the repository: its sources say which tables there are, the modules beside this one are read */
export async function findErrors(root: URL): Promise<ErrorEntry[]> {
  const folders = await Promise.all(ROOMS.map(room => tablesIn(room, root)))
  const rows = await Promise.all(folders.flat().map(rowsOf))
  return rows.flat().sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
}

async function tablesIn(room: string, root: URL): Promise<string[]> {
  const files = await readdir(new URL(room, root), { recursive: true })
  return files
    .filter(file => /(^|\/)errors\.ts$/.test(file) && !/(^|\/)(dist|node_modules|test)\//.test(file))
    .map(file => `${room}/${file}`)
}

async function rowsOf(source: string): Promise<ErrorEntry[]> {
  const compiled = source.replace(/\.ts$/, extname(new URL(import.meta.url).pathname))
  const module = (await import(new URL(`../../${compiled}`, import.meta.url).href)) as Record<string, unknown>
  const room = dirname(source)
  return Object.values(module).flatMap(value => entriesOf(value).map(entry => ({ ...entry, room })))
}

type Entry = Omit<ErrorEntry, 'room'>

/** A row is a class of `createError`; a table without HTTP statuses is an object of sentences by code. */
function entriesOf(value: unknown): Entry[] {
  if (typeof value === 'function') return rowOf(value as RowClass)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([code, sentence]) =>
    isOurs(code) && typeof sentence === 'string' ? [{ code, sentence }] : [],
  )
}

type RowClass = new () => Error & { readonly code?: unknown; readonly statusCode?: number }

function rowOf(value: RowClass): Entry[] {
  // A class that adds fields to a row fills in the sentence: the row itself is its base.
  const base = Object.getPrototypeOf(value) as unknown
  if (base !== Function.prototype) return base === Error ? [] : rowOf(base as RowClass)
  if (!(value.prototype instanceof Error)) return []
  const { code, statusCode, message } = new value()
  if (!isOurs(code)) return []
  return [{ code, ...(statusCode !== undefined && { status: statusCode }), sentence: message }]
}

const isOurs = (code: unknown): code is string => typeof code === 'string' && code.startsWith('AND_')
