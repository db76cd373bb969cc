/** Errors of subscriptions. */
import { createError } from '../../core/index.ts'

export const InvalidSubscription = createError<[]>(
  'AND_INVALID_SUBSCRIPTION',
  'The subscription is not accepted',
  422,
)
export const UnknownSubscription = createError<[string]>(
  'AND_UNKNOWN_SUBSCRIPTION',
  "The application has no subscription with the id '%s'",
  404,
)
export const UnknownTopic = createError<[string]>(
  'AND_UNKNOWN_TOPIC',
  "There is no subscription topic '%s': GET /fhir/SubscriptionTopic lists them",
  404,
)
export const TooManySubscriptions = createError<[number]>(
  'AND_TOO_MANY_SUBSCRIPTIONS',
  'The application has reached the limit of %s subscriptions: delete one first',
  409,
)
export const NotAStream = createError<[string, string]>(
  'AND_NOT_A_STREAM',
  "The channel of the subscription '%s' is not '%s'",
  409,
)
export const TooManyStreams = createError<[number]>(
  'AND_TOO_MANY_STREAMS',
  'The application reads %s event streams and WebSockets, which is the limit: close one first',
  429,
)
export const NotAWebSocket = createError<[]>(
  'AND_NOT_A_WEBSOCKET',
  'This address accepts WebSockets only, by an upgrade of HTTP/1.1',
  426,
)
export const TooManyUnbound = createError<[]>(
  'AND_TOO_MANY_UNBOUND',
  'Too many WebSockets wait for their token; retry',
  503,
)
export const SubscriptionChanged = createError<[]>(
  'AND_SUBSCRIPTION_CHANGED',
  'The subscription was changed by another request: read it and repeat yours',
  409,
)
