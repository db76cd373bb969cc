/** The policy language of NUC delegations: conditions that an invocation's payload must meet. */

import { isJsonObject } from './json.ts'

/** One rule of a {@link Policy}: an operator with a selector and a value, or with further rules. */
export type PolicyRule =
  | readonly ['==' | '!=', string, unknown]
  | readonly ['anyOf', string, readonly unknown[]]
  | readonly ['and' | 'or', readonly PolicyRule[]]
  | readonly ['not', PolicyRule]

/** All rules must hold. */
export type Policy = readonly PolicyRule[]

export interface PolicyLimits {
  readonly maxPolicyWidth: number
  readonly maxPolicyDepth: number
}

/**
 * `.` is the whole payload, `.args.collection` a member of it. Selectors into the request (`$.…`) are part of
 * the language but have no value here. They are refused, because a rule that cannot be evaluated must not
 * count as met.
 */
const SELECTOR = /^\.([a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)*)?$/

/**
 * True if a value is a policy within the limits. The list of rules itself counts as a level unless it has
 * exactly one.
 */
export function isPolicy(value: unknown, limits: PolicyLimits): value is Policy {
  if (!Array.isArray(value) || value.length > limits.maxPolicyWidth) return false
  const depth = value.length === 1 ? limits.maxPolicyDepth : limits.maxPolicyDepth - 1
  return value.every(rule => isRule(rule, limits.maxPolicyWidth, depth))
}

function isRule(rule: unknown, width: number, depth: number): boolean {
  if (!Array.isArray(rule) || depth < 1) return false
  const [operator, first, second] = rule as unknown[]
  switch (operator) {
    case '==':
    case '!=':
      return rule.length === 3 && isSelector(first)
    case 'anyOf':
      return rule.length === 3 && isSelector(first) && Array.isArray(second)
    case 'and':
    case 'or':
      return (
        rule.length === 2 &&
        Array.isArray(first) &&
        first.length > 0 &&
        first.length <= width &&
        first.every(each => isRule(each, width, depth - 1))
      )
    case 'not':
      return rule.length === 2 && isRule(first, width, depth - 1)
    default:
      return false
  }
}

function isSelector(value: unknown): boolean {
  return typeof value === 'string' && SELECTOR.test(value)
}

/** True if a payload meets every rule. */
export function meets(policy: Policy, payload: unknown): boolean {
  return policy.every(rule => holds(rule, payload))
}

function holds(rule: PolicyRule, payload: unknown): boolean {
  switch (rule[0]) {
    case '==':
      return sameJson(select(rule[1], payload), rule[2])
    case '!=':
      return !sameJson(select(rule[1], payload), rule[2])
    case 'anyOf': {
      const selected = select(rule[1], payload)
      return rule[2].some(option => sameJson(selected, option))
    }
    case 'and':
      return rule[1].every(each => holds(each, payload))
    case 'or':
      return rule[1].some(each => holds(each, payload))
    case 'not':
      return !holds(rule[1], payload)
  }
}

function select(selector: string, payload: unknown): unknown {
  let value = payload
  for (const step of selector.split('.').filter(Boolean)) {
    // Own members only: inherited properties must not satisfy a policy.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => sameJson(each, b[at]))
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length &&
      keys.every(key => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    )
  }
  return a === b
}
