/** The languages of the pages. */

/** Each by its own name. */
export const LANGUAGES = {
  ...{ en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' },
  ...{ ar: 'العربية', hi: 'हिन्दी', zh: '简体中文' },
} as const

export type Language = keyof typeof LANGUAGES

/** The tag of its texts: Chinese is written in simplified characters, also for a reader of traditional ones. */
export const tagOf = (of: Language): string => (of === 'zh' ? 'zh-Hans' : of)

/** The direction of its writing. */
export const directionOf = (of: Language): 'ltr' | 'rtl' => (of === 'ar' ? 'rtl' : 'ltr')
