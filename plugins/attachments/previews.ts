/** Detects automatic requests: prefetches of browsers, and link previews of programs. */
import type { IncomingHttpHeaders } from 'node:http'

/** Headers in which browsers announce it: `Sec-Purpose: prefetch;prerender`, and older spellings. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
const PURPOSE = /\b(prefetch|prerender|preview)\b/i

/**
 * Messengers and mailers that fetch a pasted link. Programs that fetch on a person's request are not listed.
 */
const PREVIEWERS = new RegExp(
  [
    'bluesky cardyb|discordbot|embedly|facebookexternalhit|facebot|google-pagerenderer|iframely|linkedinbot|mastodon',
    'mattermost|pinterestbot|redditbot|rocket\\.?chat|skypeuripreview|slack-imgproxy|slackbot|snap url preview|synapse',
    'telegrambot|twitterbot|viber|vkshare|whatsapp|zulipurlpreview|zoombot',
  ].join('|'),
  'i',
)

export const isFetchedAhead = (headers: IncomingHttpHeaders): boolean =>
  AHEAD.some(name => PURPOSE.test(String(headers[name] ?? ''))) ||
  PREVIEWERS.test(headers['user-agent'] ?? '')
