/** The routes of one resource type. */
import type { App, FhirType } from '../../core/index.ts'
import { serveCreation } from './create-route.ts'
import { serveNewest } from './newest-route.ts'
import { type Limits, placeOf } from './place.ts'
import { serveReading } from './read-route.ts'
import { serveSearch } from './search-route.ts'
import { serveUpdate } from './update-route.ts'

/** @param signsIn - true if programs can sign people in */
export function serveType(app: App, type: FhirType, limits: Limits, signsIn: boolean): void {
  const place = placeOf(app, type, signsIn)
  serveReading(place)
  if (type.search) serveSearch(place, limits)
  if (type.newest) serveNewest(place, type.newest, limits)
  if (type.creatable || type.publishing) serveCreation(place)
  if (type.publishing) serveUpdate(place, type.publishing)
}
