/** A minimal picture and a minimal sound. */

/** One red pixel, PNG. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A WAV file without samples. */
export const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

export const picture = { type: 'image', data: PICTURE, mimeType: 'image/png' } as const
export const sound = { type: 'audio', data: SOUND, mimeType: 'audio/wav' } as const
export const text = (text: string) => ({ type: 'text', text }) as const
