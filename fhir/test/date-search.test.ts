/** Date parameters of a FHIR search, valid and malformed. */
import t from 'tap'
import { readDateSearch } from '../values/date-search.ts'

t.test('a date stands for the whole of what it names', async t => {
  const cases: [string, string, string][] = [
    ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2026-03-01T10:30', '2026-03-01T10:30:00.000Z', '2026-03-01T10:31:00.000Z'],
    ['2026-03-01T10:30:59Z', '2026-03-01T10:30:59.000Z', '2026-03-01T10:31:00.000Z'],
    ['2026-03-01T10:30:00.5Z', '2026-03-01T10:30:00.500Z', '2026-03-01T10:30:00.600Z'],
    ['2026-03-01T10:30:00.123456Z', '2026-03-01T10:30:00.123Z', '2026-03-01T10:30:00.124Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z', '2026-02-28T22:30:01.000Z'],
    ['2026-03-01T20:00-05:30', '2026-03-02T01:30:00.000Z', '2026-03-02T01:31:00.000Z'],
    ['0099', '0099-01-01T00:00:00.000Z', '0100-01-01T00:00:00.000Z'],
  ]
  for (const [literal, from, before] of cases) {
    t.same(readDateSearch(literal), { from, before }, literal)
    t.same(readDateSearch(`eq${literal}`), { from, before }, `eq${literal}`)
  }
})

t.test('a prefix opens one end', async t => {
  const [from, before] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
  t.same(readDateSearch('ge2026-03'), { from })
  t.same(readDateSearch('gt2026-03'), { from: before })
  t.same(readDateSearch('le2026-03'), { before })
  t.same(readDateSearch('lt2026-03'), { before: from })
})

t.test('what is no date of the calendar, or no prefix known here, is refused', async t => {
  const wrong = [
    '',
    'ge',
    'ne2026',
    'sa2026',
    'ap2026',
    '26',
    '2026-13',
    '2026-02-30',
    '2026-3-1',
    '2026-03-01T24:00',
    '2026-03-01T10',
    '2026-03-01T10:30:60Z',
    '2026-03-01T10:30 02:00',
    '2026-03-01T10:30+15:00',
    '2026-03-01Z',
    '9999',
    '2026,2027',
    ' 2026',
  ]
  for (const literal of wrong) t.equal(readDateSearch(literal), undefined, literal)
})
