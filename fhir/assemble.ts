/** Assembles a modular form (SDC): replaces display items by the items of the forms that they name. */
import { expressionFault, NAME } from './expressions/expression-run.ts'
import type { CompileExpression, FindResource } from './model/engines.ts'
import { expressionOf, FHIRPATH } from './model/expressions.ts'
import { type Issue, MOST_ISSUES } from './model/issue.ts'
import { isObject, type Json, object, objects, text } from './values/unchecked-json.ts'

/** Inputs of an assembly besides the form. */
export interface AssemblyOptions {
  /** Finds the forms that a form names: with their version, if it is given. */
  readonly find: FindResource
  /** Evaluates `linkIdPrefix`. */
  readonly compileExpression: CompileExpression
}

/** The assembled form; undefined if an issue is an error. */
export interface Assembled {
  readonly questionnaire: Json | undefined
  readonly issues: readonly Issue[]
}

/** The deepest nesting of forms, the items and the characters of the result. */
export const DEEPEST_FORM = 8
export const MOST_ASSEMBLED = 10_000
const MOST_CHARACTERS = 4_000_000
const DEEPEST_ITEM = 64

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const SUB = `${SDC}subQuestionnaire`
const CONTEXT = `${SDC}assembleContext`
const EXPECTATION = `${SDC}assemble-expectation`
const FROM = `${SDC}assembledFrom`
const LAUNCH = `${SDC}launchContext`
const VARIABLE = `${HL7}variable`
const CAPABILITY = `${HL7}cqf-knowledgeCapability`
const PREFIX = 'linkIdPrefix'

/** Extensions of a module's root that move to the root of the form. */
const TO_ROOT: ReadonlySet<unknown> = new Set([`${HL7}cqf-library`, LAUNCH])
/** Those that move to the item that held the display item. */
const TO_PARENT: ReadonlySet<unknown> = new Set([
  VARIABLE,
  `${HL7}targetConstraint`,
  `${HL7}questionnaire-constraint`,
])
/** Those that an author has to put on a group instead. */
const REFUSED: ReadonlySet<unknown> = new Set(
  [
    ...['definitionExtract', 'itemExtractionContext', 'itemPopulationContext', 'observationExtract'],
    ...['observation-extract-category', 'observationLinkPeriod', 'preferredTerminologyServer'],
    ...['templateExtract', 'templateExtractBundle', 'templateExtractContext', 'questionnaireAdaptive'],
  ].map(name => `${SDC}${name}`),
)
/** Those of which a module may have only what the form has. */
const ALIGNED = [
  ...['endpoint', 'entryMode', 'performerType'].map(name => `${SDC}${name}`),
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-rendering-criticalExtension',
]
const ADAPTED: Readonly<Record<string, string | undefined>> = {
  'assemble-root-or-child': 'independent-root-or-child',
  'assemble-child': 'independent-child',
}
/** Properties that may refer to a contained resource. */
const REFERRING = /^(?:reference|answerValueSet|value(?:Canonical|Uri|Url))$/

/** The canonical URLs of the modules that a form names, as written. */
export function modulesOf(questionnaire: unknown): readonly string[] {
  const found = new Set<string>()
  const waiting = [...objects(object(questionnaire)?.['item'])]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const canonical = moduleOf(item as Json)
    if (canonical !== undefined) found.add(canonical)
    for (const inner of objects(item['item'])) waiting.push(inner)
  }
  return [...found]
}

/** Assembles a form. The caller validates the result. */
export function assemble(questionnaire: unknown, options: AssemblyOptions): Assembled {
  return new Assembly(object(questionnaire) ?? {}, options).run()
}

type Variables = Readonly<Record<string, unknown>>

/** A form on the way from the root to a module. */
interface Module {
  readonly form: Json
  readonly name: string
  readonly prefix: string
  /** New ids of its contained resources. */
  readonly ids: ReadonlyMap<string, string>
  /** The form that includes it. */
  readonly above: Module | undefined
}

/** Items, and the extensions that move to the element that holds them. */
interface Expanded {
  readonly items: readonly Json[]
  readonly moved: readonly Json[]
}

/** Ends an assembly that would be too large. */
class TooLarge extends Error {}

class Assembly {
  readonly #root: Json
  readonly #options: AssemblyOptions
  readonly #issues: Issue[] = []
  readonly #contained: Json[]
  readonly #rootExtensions: Json[] = []
  readonly #used = new Map<string, string>()
  /** The form of each linkId. */
  readonly #linkIds = new Map<string, string>()
  /** The ids of the contained resources of a module under a prefix, which are included once. */
  readonly #included = new Map<string, ReadonlyMap<string, string>>()
  #items = 0
  #characters = 0

  constructor(root: Json, options: AssemblyOptions) {
    this.#root = root
    this.#options = options
    this.#contained = [...objects(root['contained'])] as Json[]
  }

  run(): Assembled {
    const root: Module = {
      ...{ form: this.#root, name: nameOf(this.#root, 'the form'), prefix: '' },
      ...{ ids: new Map(), above: undefined },
    }
    for (const name of contextsOf(this.#root))
      this.#tell(
        'required',
        root,
        `It is a module: assemble a form that includes it and has the variable '${name}'.`,
      )
    try {
      const { items, moved } = this.#expand(this.#root['item'], root, this.#declared(this.#root, {}, root), 0)
      const own = (objects(this.#root['extension']) as readonly Json[]).filter(({ url }) =>
        TO_PARENT.has(url),
      )
      const added = this.#distinct([...own, ...moved], root).filter(each => !own.includes(each))
      const isBroken = this.#issues.some(({ severity }) => severity === 'error')
      return { questionnaire: isBroken ? undefined : this.#finished(items, added), issues: this.#issues }
    } catch (error) {
      // Beyond the stack, an element nests too deeply.
      if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
      // The reason that matters comes first, however many issues there are.
      const others = this.#issues.splice(0)
      this.#tell('too-costly', root, error instanceof TooLarge ? error.message : 'It nests too deeply.')
      this.#issues.push(...others.slice(0, MOST_ISSUES - 1))
      return { questionnaire: undefined, issues: this.#issues }
    }
  }

  #finished(items: readonly Json[], moved: readonly Json[]): Json {
    const { meta, extension, contained: _, item: _item, ...rest } = this.#root
    const { profile, ...others } = (object(meta) ?? {}) as Json
    const profiles = (Array.isArray(profile) ? profile : []).filter(each => !isModular(each))
    const kept = objects(extension).flatMap(each => {
      if (each['url'] !== EXPECTATION) return [each]
      const code = text(each['valueCode'])
      const adapted = code === 'assemble-root' ? undefined : (ADAPTED[code ?? ''] ?? code)
      return adapted === undefined ? [] : [{ ...each, valueCode: adapted }]
    })
    const isExecutable = kept.some(each => each['url'] === CAPABILITY && each['valueCode'] === 'executable')
    const from = [...this.#used.values()].map(valueCanonical => ({ url: FROM, valueCanonical }))
    const all = [
      ...kept,
      ...(isExecutable ? [] : [{ url: CAPABILITY, valueCode: 'executable' }]),
      ...from,
      ...this.#rootExtensions,
      ...moved,
    ]
    const cleaned = { ...others, ...(profiles.length > 0 && { profile: profiles }) }
    return {
      ...rest,
      ...(Object.keys(cleaned).length > 0 && { meta: cleaned }),
      ...(this.#contained.length > 0 && { contained: this.#contained }),
      extension: all,
      item: items,
    }
  }

  /** The items of a form, with modules in the places of display items. */
  #expand(raw: unknown, module: Module, variables: Variables, depth: number): Expanded {
    if (depth > DEEPEST_ITEM) throw new TooLarge('Its items nest too deeply.')
    const items: Json[] = []
    const moved: Json[] = []
    for (const item of objects(raw) as readonly Json[]) {
      const canonical = moduleOf(item)
      if (canonical === undefined) {
        items.push(this.#item(item, module, variables, depth))
        continue
      }
      const found = this.#include(item, canonical, module, variables)
      if (found === undefined) continue
      const inner = this.#expand(found.form['item'], found, this.#scopeOf(found, variables), depth)
      items.push(...inner.items)
      moved.push(...this.#movedFrom(found), ...inner.moved)
    }
    return { items, moved: this.#distinct(moved, module) }
  }

  #item(item: Json, module: Module, outer: Variables, depth: number): Json {
    const { item: inner, extension, ...rest } = this.#adapted(item, module)
    this.#count(module, text(rest['linkId']) ?? '')
    const { items, moved } = this.#expand(
      item['item'],
      module,
      this.#declared(item, outer, module),
      depth + 1,
    )
    const extensions = this.#distinct([...(objects(extension) as readonly Json[]), ...moved], module)
    return {
      ...(extensions.length > 0 && { extension: extensions }),
      ...rest,
      ...(items.length > 0 && { item: items }),
      ...(items.length === 0 && Array.isArray(inner) && inner.length === 0 && { item: inner }),
    }
  }

  /** An item of a module: linkIds with the prefix, and references to contained resources by their new ids. */
  #adapted(item: Json, { prefix, ids }: Module): Json {
    const { item: inner, ...own } = item
    const linked = ids.size === 0 ? own : (renamed(own, ids) as Json)
    this.#add(linked)
    const { linkId, enableWhen } = linked
    return {
      ...linked,
      ...(typeof linkId === 'string' && { linkId: prefix + linkId }),
      ...(Array.isArray(enableWhen) && {
        enableWhen: objects(enableWhen).map(each => ({
          ...each,
          ...(typeof each['question'] === 'string' && { question: prefix + each['question'] }),
        })),
      }),
      ...(inner !== undefined && { item: inner }),
    }
  }

  /** Counts the characters of what is added. @throws TooLarge */
  #add(added: unknown): void {
    this.#characters += JSON.stringify(added).length
    if (this.#characters > MOST_CHARACTERS) throw new TooLarge('The assembled form is too large.')
  }

  #count({ name }: Module, linkId: string): void {
    if (++this.#items > MOST_ASSEMBLED)
      throw new TooLarge(`More than ${MOST_ASSEMBLED} items would be assembled.`)
    const known = this.#linkIds.get(linkId)
    if (known === undefined) this.#linkIds.set(linkId, name)
    else
      this.#report(
        'duplicate',
        `The linkId '${linkId.slice(0, 100)}' of ${name} is also in ${known}: declare '${PREFIX}' for one of them.`,
      )
  }

  /** The module that a display item names, checked. */
  #include(item: Json, canonical: string, above: Module, variables: Variables): Module | undefined {
    const place = `The item '${text(item['linkId'])?.slice(0, 100) ?? ''}'`
    const called = canonical.slice(0, 200)
    if (item['type'] !== 'display')
      return this.#tell(
        'invariant',
        above,
        `${place} must be a display item: the module '${called}' replaces it.`,
      )
    const form = this.#options.find(canonical)
    if (form === undefined)
      return this.#tell('not-found', above, `${place} names the form '${called}', which is not known here.`)
    const name = nameOf(form, called)
    const chain = [name]
    for (let at: Module | undefined = above; at !== undefined; at = at.above) {
      chain.unshift(at.name)
      if (at.form === form || (at.form['url'] !== undefined && at.form['url'] === form['url']))
        return this.#report('business-rule', `The forms include each other: ${chain.join(' → ')}.`)
    }
    if (chain.length > DEEPEST_FORM)
      return this.#report('too-costly', `The forms nest deeper than ${DEEPEST_FORM}: ${chain.join(' → ')}.`)
    const prefix = text(variables[PREFIX]) ?? ''
    if (!this.#agrees(form, name, variables)) return undefined
    const version = text(form['version'])
    const url = text(form['url']) ?? called
    this.#used.set(
      name,
      version === undefined ? (url.split('|')[0] ?? url) : `${url.split('|')[0]}|${version}`,
    )
    return { form, name, prefix, ids: this.#contain(form, name, prefix), above }
  }

  /** Checks a module against the form that includes it, and reports everything that does not fit. */
  #agrees(form: Json, name: string, variables: Variables): boolean {
    const before = this.#issues.length
    const wrong = (words: string) => this.#report('business-rule', `The module ${name} ${words}.`)
    const own = objects(form['extension'])
    for (const { url } of own)
      if (REFUSED.has(url)) wrong(`has '${String(url).split('-').at(-1)}' on its root: put it on a group`)
    const [expectation] = own.filter(({ url }) => url === EXPECTATION)
    const code = text(expectation?.['valueCode'])
    if (code !== undefined && !code.endsWith('child')) wrong('may not be included: it is a root')
    if (form['modifierExtension'] !== undefined) wrong('has a modifierExtension')
    for (const variable of contextsOf(form))
      if (!Object.hasOwn(variables, variable)) wrong(`needs the variable '${variable.slice(0, 64)}'`)
    for (const property of ['implicitRules', 'language'])
      if (form[property] !== undefined && form[property] !== this.#root[property])
        wrong(`has another '${property}' than the form`)
    const security = (of: Json) => objects((object(of['meta']) as Json | undefined)?.['security'])
    const isIn = (list: readonly unknown[], each: unknown) =>
      list.some(other => JSON.stringify(other) === JSON.stringify(each))
    if (!security(form).every(each => isIn(security(this.#root), each)))
      wrong('has a security label that the form has not')
    const roots = objects(this.#root['extension'])
    for (const each of own)
      if (ALIGNED.includes(String(each['url'])) && !isIn(roots, each))
        wrong(`has '${String(each['url']).split('-').at(-1)}', which the form has not`)
    return this.#issues.length === before
  }

  /** Adds the contained resources of a module once per prefix. Returns their new ids. */
  #contain(form: Json, name: string, prefix: string): ReadonlyMap<string, string> {
    const key = JSON.stringify([name, prefix])
    const known = this.#included.get(key)
    if (known !== undefined) return known
    const ids = new Map<string, string>()
    const taken = new Set(this.#contained.map(({ id }) => id))
    const added: Json[] = []
    for (const resource of objects(form['contained']) as readonly Json[]) {
      const { id } = resource
      if (typeof id !== 'string') continue
      const same = prefix === '' && this.#contained.find(each => each['id'] === id)
      let next = prefix + id
      const isSame = same && JSON.stringify(same) === JSON.stringify(resource)
      for (let count = 2; !isSame && taken.has(next); count++) next = `${prefix}${id}-${count}`
      taken.add(next)
      ids.set(id, next)
      if (!isSame) added.push(resource)
    }
    for (const resource of added) {
      this.#add(resource)
      const id = ids.get(String(resource['id']))
      this.#contained.push({ ...(renamed(resource, ids) as Json), id })
    }
    this.#included.set(key, ids)
    return ids
  }

  /** The extensions of a module's root that move to the element that held the display item. */
  #movedFrom({ form, ids }: Module): readonly Json[] {
    const own = objects(form['extension']).map(each => renamed(each, ids) as Json)
    this.#add(own)
    for (const each of own) {
      const isKnown = [...objects(this.#root['extension']), ...this.#rootExtensions].some(
        other => other['url'] === each['url'] && keyOf(other as Json) === keyOf(each),
      )
      if (TO_ROOT.has(each['url']) && !isKnown) this.#rootExtensions.push(each)
    }
    return own.filter(({ url }) => TO_PARENT.has(url))
  }

  /** Without repeated equal extensions; two variables of one name are an error. */
  #distinct(all: readonly Json[], { name }: Module): readonly Json[] {
    const seen = new Map<string, Json>()
    const variables = new Map<string, string>()
    for (const each of all) {
      const key = JSON.stringify(each)
      if (seen.has(key) && TO_PARENT.has(each['url'])) continue
      if (each['url'] === VARIABLE) {
        const variable = expressionOf(each)?.name ?? ''
        if (variables.has(variable) && variables.get(variable) !== key)
          this.#report(
            'duplicate',
            `Below ${name}, modules declare different variables '${variable.slice(0, 64)}'.`,
          )
        variables.set(variable, key)
      }
      seen.set(seen.has(key) ? `${key} ${seen.size}` : key, each)
    }
    return [...seen.values()]
  }

  /** The variables that a module sees: those at the place of its display item, and its own. */
  #scopeOf(module: Module, variables: Variables): Variables {
    return this.#declared(module.form, variables, module)
  }

  /** The variables in scope with those of an element. Only the prefix is evaluated. */
  #declared(element: Json, outer: Variables, module: Module): Variables {
    const seen: Record<string, unknown> = { ...outer }
    for (const each of objects(element['extension'])) {
      if (each['url'] === LAUNCH) {
        const part = objects(each['extension']).find(({ url }) => url === 'name')
        const code = (object(part?.['valueCoding']) as Json | undefined)?.['code']
        const name = text(code) ?? text(part?.['valueId'])
        if (name !== undefined && NAME.test(name)) seen[name] = undefined
      }
      if (each['url'] !== VARIABLE) continue
      const expression = expressionOf(each)
      const name = expression?.name
      if (expression === undefined || name === undefined || !NAME.test(name)) continue
      seen[name] = name === PREFIX ? this.#prefix(expression, outer, module) : undefined
    }
    return seen
  }

  #prefix({ text: words, language }: { text: string; language: string }, outer: Variables, module: Module) {
    try {
      if (language !== FHIRPATH || expressionFault(words) !== undefined) throw new Error('unsupported')
      const known = { [PREFIX]: text(outer[PREFIX]) ?? '' }
      const [prefix] = this.#options.compileExpression(words, '')({}, known)
      if (typeof prefix === 'string' && prefix.length <= 255) return prefix
    } catch {
      // Reported below: the expression is the author's.
    }
    return this.#tell('value', module, `The variable '${PREFIX}' must be an expression of a short text.`)
  }

  #tell(code: Issue['code'], { name }: Module, words: string): undefined {
    return this.#report(code, `In ${name}: ${words}`)
  }

  #report(code: Issue['code'], words: string): undefined {
    const issue: Issue = {
      severity: 'error',
      code,
      rule: 'assemble',
      expression: 'Questionnaire',
      text: words,
    }
    const isKnown = this.#issues.some(each => each.text === words)
    if (!isKnown && this.#issues.length < MOST_ISSUES) this.#issues.push(issue)
    return undefined
  }
}

const moduleOf = (item: Json): string | undefined => {
  const found = objects(item['extension']).find(({ url }) => url === SUB)
  return text(found?.['valueCanonical']) ?? text(found?.['valueUri'])
}

const contextsOf = (form: Json): readonly string[] =>
  objects(form['extension']).flatMap(({ url, valueString }) =>
    url === CONTEXT && typeof valueString === 'string' ? [valueString] : [],
  )

/** The name of a form in issues. */
const nameOf = ({ url, version, title, id }: Json, otherwise: string): string => {
  const named = text(url) ?? text(title) ?? text(id) ?? otherwise
  return `'${named.slice(0, 200)}${typeof version === 'string' ? `|${version.slice(0, 50)}` : ''}'`
}

const isModular = (profile: unknown) =>
  text(profile)?.split('|')[0]?.endsWith('/sdc-questionnaire-modular') === true

/** The part by which two extensions of the root are the same: a library's URL, the name of a launch context. */
function keyOf(extension: Json): string {
  const name = objects(extension['extension']).find(({ url }) => url === 'name')
  const code = (object(name?.['valueCoding']) as Json | undefined)?.['code'] ?? name?.['valueId']
  return text(code) ?? text(extension['valueCanonical']) ?? JSON.stringify(extension)
}

/** The value with references to contained resources by their new ids. */
function renamed(value: unknown, ids: ReadonlyMap<string, string>, depth = 0): unknown {
  if (depth > 100) throw new TooLarge('A form nests too deeply.')
  if (Array.isArray(value)) return value.map(each => renamed(each, ids, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const id =
        typeof each === 'string' && each.startsWith('#') && REFERRING.test(name)
          ? ids.get(each.slice(1))
          : undefined
      return [name, id === undefined ? renamed(each, ids, depth + 1) : `#${id}`]
    }),
  )
}
