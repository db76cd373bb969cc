/** Answers for paths below `/fhir` that are not served, with the alternatives. */
import type { FastifyInstance } from 'fastify'
import { InteractionNotSupported, NoBatch, NoHistory, UnknownFhirType, UnknownOperation } from './errors.ts'

export const BASE = '/fhir'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The methods of a path. */
export function allowedAt(app: FastifyInstance, path: string): string[] {
  const patterns = patternsOf(path)
  return METHODS.filter(method => patterns.some(url => app.hasRoute({ method, url })))
}

/** The route patterns that may match a path. */
function patternsOf(path: string): string[] {
  const [type = '', second, third, fourth] = partsOf(path)
  if (second === undefined) return [`${BASE}/${type}`]
  if (third === undefined)
    return [`${BASE}/${type}/${second}`, ...(isId(second) ? [`${BASE}/${type}/:id`] : [])]
  return [`${BASE}/${type}/:id/${third}${fourth === undefined ? '' : '/:version'}`]
}

/** True if the segment can be the id of a resource; a segment may also be empty, or name an operation. */
export const isId = (segment: string): boolean => !/^(?:[$_]|$)/.test(segment)

const partsOf = (path: string): string[] => path.slice(BASE.length + 1).split('/')

/** 405 with the permitted methods if the path has any (RFC 9110 §15.5.6), otherwise 404. */
export function notServed(app: FastifyInstance, method: string, path: string): Error {
  const allowed = allowedAt(app, path)
  const refused = (error: Error) => Object.assign(error, { headers: { allow: allowed.join(', ') } })
  const parts = partsOf(path)
  const [type = '', id = ''] = parts
  if (type === '' && method === 'POST') return refused(new NoBatch())
  if (parts.includes('')) return new UnknownFhirType(path)
  if (allowed.length > 0) return refused(new InteractionNotSupported(method))

  const isKnown = app.gateway.fhir.types.has(type)
  if (!isKnown && isId(type)) return new UnknownFhirType(path)
  if (parts.includes('_history')) {
    const place = `${BASE}/${isKnown ? type : '<Type>'}/${isId(id) ? id : '<id>'}`
    return refused(new NoHistory(place))
  }
  const operation = parts.find(part => part.startsWith('$'))
  if (operation !== undefined) return new UnknownOperation(operation, isKnown ? type : 'the whole server')
  return isKnown ? refused(new InteractionNotSupported(method)) : new UnknownFhirType(path)
}
