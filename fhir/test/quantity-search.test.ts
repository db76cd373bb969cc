import t from 'tap'
import { readQuantitySearch } from '../values/quantity-search.ts'

const UCUM = 'http://unitsofmeasure.org'
const glucose = (value: unknown, more: object = {}) => ({
  ...{ value, unit: 'mmol per liter', system: UCUM, code: 'mmol/L' },
  ...more,
})

t.test('a number covers its implicit range, and a prefix compares exactly', async t => {
  const cases: [parameter: string, value: number, isFound: boolean][] = [
    ['5.4', 5.4, true],
    ['5.4', 5.35, true],
    ['5.4', 5.4499, true],
    ['5.4', 5.45, false],
    ['5.4', 5.3499, false],
    ['5.40', 5.35, false],
    ['100', 99.5, true],
    ['100', 100.5, false],
    ['1e2', 95, true],
    ['1e2', 105, false],
    ['1.0e2', 95, false],
    ['5.4e-3', 0.0054, true],
    ['-2', -2.5, true],
    ['-2', -1.5, false],
    ['+2', 2, true],
    ['eq5.4', 5.36, true],
    ['ne5.4', 5.36, false],
    ['ne5.4', 5.5, true],
    ['gt5.4', 5.4, false],
    ['gt5.4', 5.41, true],
    ['ge5.4', 5.4, true],
    ['lt5.4', 5.4, false],
    ['lt5.4', 5.39, true],
    ['le5.4', 5.4, true],
    ['sa5.4', 5.4, false],
    ['sa5.4', 5.41, true],
    ['eb5.4', 5.39, true],
    ['eb5.4', 5.4, false],
    ['ap100', 110, true],
    ['ap100', 111, false],
    ['ap-100', -91, true],
  ]
  for (const [parameter, value, isFound] of cases)
    t.equal(readQuantitySearch(parameter)?.(glucose(value)), isFound, `${parameter}: ${value}`)
})

t.test('a unit is compared by its code, or by its text where no system is given', async t => {
  const cases: [parameter: string, isFound: boolean][] = [
    [`5.4|${UCUM}|mmol/L`, true],
    ['5.4||mmol/L', true],
    ['5.4||mmol per liter', true],
    [`5.4|${UCUM}|mmol per liter`, false],
    [`5.4|${UCUM}|`, true],
    ['5.4||', true],
    ['5.4||mg/dL', false],
    ['5.4|http://other.example|mmol/L', false],
  ]
  for (const [parameter, isFound] of cases)
    t.equal(readQuantitySearch(parameter)?.(glucose(5.4)), isFound, parameter)
})

t.test('below a limit is any value below it', async t => {
  const cases: [parameter: string, comparator: string, isFound: boolean][] = [
    ['lt1', '<', true],
    ['gt4', '<', true],
    ['gt5', '<', false],
    ['5', '<', false],
    ['gt5', '>', true],
    ['lt5', '>=', false],
  ]
  for (const [parameter, comparator, isFound] of cases)
    t.equal(
      readQuantitySearch(parameter)?.(glucose(5, { comparator })),
      isFound,
      `${parameter}: ${comparator}5`,
    )
})

t.test('values that are no quantity are not found', async t => {
  for (const value of [undefined, null, 5.4, 'x', {}, [], glucose('5.4'), glucose(null)])
    t.equal(readQuantitySearch('5.4')?.(value), false, JSON.stringify(value))
})

t.test('malformed parameters are refused', async t => {
  const refused = [
    '',
    'x',
    '5,4',
    '5.',
    '.5',
    'gt',
    'eq gt5',
    '5|mg',
    '5|a|b|c',
    '1e999',
    `${'9'.repeat(19)}`,
    '5\0',
  ]
  for (const parameter of refused) t.equal(readQuantitySearch(parameter), undefined, parameter)
  t.equal(readQuantitySearch(`5||${'x'.repeat(100_000)}`)?.(glucose(5)), false)
})
