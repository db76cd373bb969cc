/** The types of the generated tables of elements. */

/** The generated table of one version; `structure/definitions.ts` reads the notation of an element. */
export interface Generated {
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly codes: Readonly<Record<string, string>>
  readonly resources: string
}

/** The types of a version that only extraction uses: the properties of a type in one string, to be read on demand. */
export interface OtherTypes {
  readonly types: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<string, string>>
}
