/** The rows of a CSV are its cells, wherever its parts end. */
import t from 'tap'
import { csvRow } from '../../core/records/csv-row.ts'
import { rowsOf } from '../csv-rows.ts'

const rows = [
  ['id', 'note', 'constructor'],
  ['1', 'a "quoted" word, and a comma', ''],
  ['', 'two\r\nlines', '__proto__'],
  ['""', '\0', ' spaces '],
  ['\ud800', '😀', '"'],
  ['', '', ''],
]
const csv = rows.map(csvRow).join('')

const read = async (parts: readonly string[]) => {
  const found: string[][] = []
  for await (const row of rowsOf(ReadableStream.from(parts))) found.push(row)
  return found
}

t.test('whole, in characters, and in two parts that end anywhere', async t => {
  t.same(await read([csv]), rows)
  t.same(await read(csv.split('')), rows)
  for (let at = 0; at <= csv.length; at++) t.same(await read([csv.slice(0, at), csv.slice(at)]), rows)
})

t.test('with a byte order mark, without a last line end, and of nothing', async t => {
  t.same(await read(['', '\ufeffa,b\r\n1,2']), [
    ['a', 'b'],
    ['1', '2'],
  ])
  t.same(await read([]), [])
  t.same(await read(['']), [])
})
