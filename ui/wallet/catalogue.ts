/** The languages of the pages. */

/** Each by its own name. */
export const LANGUAGES = {
  ...{ en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' },
  ...{ ar: 'العربية', hi: 'हिन्दी', zh: '中文' },
} as const

export type Language = keyof typeof LANGUAGES

/** The direction of its writing. */
export const directionOf = (of: Language): 'ltr' | 'rtl' => (of === 'ar' ? 'rtl' : 'ltr')
