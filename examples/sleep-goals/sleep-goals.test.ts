/** Every part of the plugin, through the gateway on a storage node. Run by `node --test`. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { gateway, person, submit } from 'andiron/testing'
import plugin, { GOALS } from './sleep-goals.ts'

const app = await gateway(
  { after },
  { plugins: [plugin], nodes: 1, config: { plugins: { 'sleep-goals': { hours: 7.5, reviewDays: 0 } } } },
)
const anna = person()
const goalOf = (hours: number) => ({
  resourceType: 'Goal',
  lifecycleStatus: 'active',
  description: { text: 'Sleep' },
  subject: { reference: 'Patient/me' },
  target: [{ detailQuantity: { value: hours, unit: 'h' } }],
})
const setGoal = (hours: number, more: object = {}) =>
  submit(app, anna, { schemaId: GOALS, submission: { ...goalOf(hours), ...more } })
const readGoal = async () =>
  (await app.inject({ url: '/api/sleep-goal', headers: anna.bearer(['read']) })).json()
let goal = ''

test('collection, option and route: the newest goal counts, the option without any', async () => {
  assert.deepEqual(await readGoal(), { hours: 7.5 })
  const response = await setGoal(9)
  assert.equal(response.statusCode, 201, response.body)
  goal = response.json().insertedUid
  assert.deepEqual(await readGoal(), { hours: 9 })
})

test('rule and hook: a record that they refuse is not stored', async () => {
  assert.equal((await setGoal(25)).json().code, 'SLEEP_NO_SUCH_NIGHT')
  assert.equal((await setGoal(8, { naps: 6 })).json().code, 'SLEEP_TOO_MANY_NAPS')
  assert.deepEqual(await readGoal(), { hours: 9 })
})

test('job and table: a goal is due for a review', async () => {
  for (let tries = 0; tries < 200 && !(await app.sleepGoals.isDue(goal)); tries++) await delay(100)
  assert.equal(await app.sleepGoals.isDue(goal), true)
})

test('tool: an assistant of the person reads the goal', async () => {
  const { statusCode, ...response } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...anna.bearer(['read']), accept: 'application/json, text/event-stream' },
    payload: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'my_sleep_goal', arguments: { nights: 7 } },
    },
  })
  assert.equal(statusCode, 200)
  assert.deepEqual(JSON.parse(response.body).result.structuredContent, { hours: 63 })
})

test('FHIR type: a client finds the goal', async () => {
  const headers = anna.bearer(['read'])
  const response = await app.inject({ url: '/fhir/Goal?lifecycle-status=active', headers })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().entry[0].resource.id, goal)
})
