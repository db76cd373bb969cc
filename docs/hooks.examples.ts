/** The code of `hooks.md`: compiled here, run by the tests. */
import { createError, definePlugin, type Notice, uuidOf } from 'andiron'

const Suspended = createError('HOUSE_SUSPENDED', 'This key is suspended; write to the operator', 403)
const WrongFileType = createError('HOUSE_FILE_TYPE', "Files of type '%s' are not accepted here", 415)
const NoContact = createError('HOUSE_NO_CONTACT', "A form needs a 'contact' whom people can ask", 422)
const Embargo = createError('HOUSE_EMBARGO', 'Responses can be read from %s on', 403)
const Infected = createError('HOUSE_INFECTED', "The file '%s' holds a virus", 422)
const PicturesOnly = createError('HOUSE_PICTURES_ONLY', 'Programs may open pictures, and no other file', 403)
const UnknownProgram = createError('HOUSE_PROGRAM', 'This program is not on the list of the operator', 403)

/** The test file of all virus scanners, in place of a scanner. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

interface HouseRules {
  /** Keys that may do nothing for now. */
  readonly suspended: ReadonlySet<string>
  readonly fileTypes: readonly string[]
  /** ISO 8601; no form is under embargo without it. */
  readonly embargo: string | undefined
  /** Programs that may read for people; every one without it. */
  readonly programs: readonly string[] | undefined
  /** Closes what a person has open: a socket, a page that is pushed to. */
  readonly connections: Map<string, () => void>
  readonly counts: Map<string, number>
  count(name: string, by?: number): void
  /** Ids of thumbnails, by the file that they were made of. */
  readonly thumbnails: Map<string, string>
}

declare module 'andiron' {
  interface Hooks {
    /** A file with a virus was found in a response. */
    onInfection: Notice<{ readonly binaryId: string }>
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    houseRules: HouseRules
  }
}

/** The extension of forms that end at the first question that is answered with no. */
const SCREENING = 'https://house.example/screening'

const LAB_REPORT = {
  coding: [{ system: 'http://loinc.org', code: '11502-2', display: 'Laboratory report' }],
}
const THUMBNAILS = '5f2c8f0e-3a55-4a52-9d3e-2b1c9a6d7e44'

const ARRIVALS = '8b1f4c53-6f0e-4a9f-9f57-0d1c2b3a4e55'

export default definePlugin({
  name: 'house-rules',
  version: '1.0.0',
  dependencies: [
    'auth-jwt',
    'attachments',
    'fhir-questionnaire',
    'fhir-document-reference',
    'mcp',
    'profile',
  ],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['suspended', 'fileTypes'],
    properties: {
      suspended: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'Keys, in hex, whose tokens are refused.',
      },
      fileTypes: {
        type: 'array',
        items: { type: 'string' },
        default: ['image/png', 'image/jpeg', 'application/pdf', 'text/plain'],
        description: 'MIME types of files that people may upload.',
      },
      embargo: { type: 'string', description: 'ISO 8601, UTC: until then no response can be read.' },
      programs: {
        type: 'array',
        items: { type: 'string' },
        description: 'Ids of the programs that may read for people.',
      },
    },
  },

  collections: [
    {
      uid: ARRIVALS,
      name: 'Arrival',
      kind: 'owned',
      schema: {
        type: 'object',
        required: ['form', 'received'],
        properties: {
          ...{ form: { type: 'string' }, received: { type: 'string' } },
          application: { type: 'string' },
        },
      },
      applicationField: 'application',
    },
  ],
  openHooks: { onInfection: 'notice' },
  hooks: {
    async deriveRecords({ draft, derive }, { now }) {
      if (draft.collection.name !== 'QuestionnaireResponse') return
      const note = { form: draft.record['questionnaire'], received: now.toISOString() }
      await derive(ARRIVALS, uuidOf('arrival', draft.uid), note)
    },

    acceptToken(_token, { app, caller }) {
      if (app.houseRules.suspended.has(caller.key)) throw new Suspended()
    },

    afterRevocation({ until }, { app, caller }) {
      if (until !== undefined) app.houseRules.connections.get(caller.key)?.()
    },

    deleteProfile({ key }, { app }) {
      app.houseRules.connections.delete(key)
    },

    afterAuditEntries(entries, { app }) {
      for (const { client, action } of entries)
        app.houseRules.count(`${action} by ${client?.kind ?? 'the person'}`)
    },

    narrowDelegation(terms, { now }) {
      const tenMinutes = Math.floor(now.getTime() / 1000) + 600
      return { ...terms, expiresAt: Math.min(terms.expiresAt, tenMinutes) }
    },

    afterDelegation({ applicationId = 'none' }, { app }) {
      app.houseRules.count(`delegations of ${applicationId}`)
    },

    beforeSignedUrl(url, { app }) {
      if (url.method !== 'PUT') return
      const { fileType } = url.upload
      if (!app.houseRules.fileTypes.includes(fileType)) throw new WrongFileType(fileType)
    },

    afterSignedUrl(url, { app }) {
      if (url.method === 'PUT') app.houseRules.count('bytes announced', url.upload.fileSize)
    },

    validateQuestionnaire({ questionnaire }) {
      if (!questionnaire.contact?.length) throw new NoContact()
    },

    afterQuestionnaire({ id, replaces }, { log, caller }) {
      log.info({ form: id, publisher: caller.key }, replaces ? 'a form was revised' : 'a form is new')
    },

    readResponses(_form, { app, now }) {
      const { embargo } = app.houseRules
      if (embargo !== undefined && now.toISOString() < embargo) throw new Embargo(embargo)
    },

    readRecords(_collection, { app, now }) {
      const { embargo } = app.houseRules
      if (embargo !== undefined && now.toISOString() < embargo) throw new Embargo(embargo)
    },

    nextQuestion(step) {
      const { extension = [], item = [] } = step.questionnaire
      if (!extension.some(({ url }) => url === SCREENING)) return step
      const isOver = step.asked.some(({ answer: [first] }) => first?.['valueBoolean'] === false)
      const following = item[step.asked.length]
      return { ...step, next: isOver || !following ? [] : [following.linkId] }
    },

    async acceptAttachment({ binaryId, name }, context) {
      const file = await context.app.files.open(context.caller, binaryId, context)
      let tail = ''
      for await (const chunk of (await file?.stream()) ?? []) {
        const text = tail + String(chunk)
        if (text.includes(EICAR)) {
          await context.app.gateway.hooks.run('onInfection', { binaryId }, context)
          throw new Infected(name)
        }
        tail = text.slice(-EICAR.length)
      }
    },

    describeFile(file) {
      return file.contentType === 'application/pdf' ? { ...file, type: LAB_REPORT } : file
    },

    openFile({ contentType }, { caller }) {
      if (caller.client && !contentType.startsWith('image/')) throw new PicturesOnly()
    },

    onFileDeletion({ binaryId, left }, { app }) {
      const thumbnail = app.houseRules.thumbnails.get(binaryId)
      if (thumbnail !== undefined) left.push({ collection: THUMBNAILS, document: thumbnail })
    },

    beforeAssistantCall(_call, { app, caller }) {
      const { programs } = app.houseRules
      if (programs && !programs.includes(caller.client?.id ?? '')) throw new UnknownProgram()
    },

    afterAssistantCall({ name, answered }, { app }) {
      app.houseRules.count(`${name}: ${answered ? 'answered' : 'refused'}`)
    },
  },

  setup(app, { suspended, fileTypes, embargo, programs }) {
    const counts = new Map<string, number>()
    app.decorate('houseRules', {
      suspended: new Set(suspended),
      ...{ fileTypes, embargo, programs, counts },
      connections: new Map(),
      thumbnails: new Map(),
      count: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    })
  },
})
