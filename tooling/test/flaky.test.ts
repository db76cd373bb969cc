/** The list of flaky files, and what a run excuses. */
import t from 'tap'
import { isOnlyIn, repeatedFiles } from '../flaky.js'

t.test('no file stands twice in the list: mend its cause, and take its lines away', t => {
  t.same(repeatedFiles(), [])
  t.end()
})

t.test('a file that stands twice is found', t => {
  const list =
    '# a comment\n2026-11-01 a.test.ts: one\n2026-11-02 b.test.ts: two\n2026-11-03 a.test.ts: three\n'
  t.same(repeatedFiles(list), ['a.test.ts'])
  t.end()
})

t.test('only failures of these files are excused', t => {
  const outcome = { process: '02-queue.js' }
  const flaky = new Map([['a.test.ts', outcome]])
  const inFile = (name: string) => `    not ok 1 - ${name} # time=1ms\n`
  const inProcess = 'not ok 2 - .tap/together/x/02-queue.js # time=2ms\n'
  t.ok(isOnlyIn(`    ok 1 - b.test.ts\n${inFile('a.test.ts')}${inProcess}`, flaky))
  t.ok(isOnlyIn(inProcess, flaky), 'the process ended within the file')
  t.notOk(isOnlyIn(`${inFile('a.test.ts')}${inFile('b.test.ts')}${inProcess}`, flaky))
  t.notOk(isOnlyIn(`${inProcess}not ok 3 - .tap/together/x/03-queue.js\n`, flaky))
  t.end()
})
