/** Builds DocumentReferences, R5-shaped, that describe stored files. */
import type { CodeableConcept, DocumentReference, Reference } from 'fhir/r5.js'

/** Document types, in LOINC. */
export const DOCUMENT_TYPE_CONCEPTS = {
  /** Photos and other images. */
  PHOTO_DOCUMENT: loinc('72170-4', 'Photographic image'),
  /** Other files, such as PDFs. */
  ADDENDUM_DOCUMENT: loinc('55107-7', 'Addendum Document'),
  CONSENT_DOCUMENT: loinc('59284-0', 'Consent Document'),
  CLINICAL_NOTE: loinc('34109-9', 'Note'),
  LAB_REPORT: loinc('11502-2', 'Laboratory report'),
  IMAGING_REPORT: loinc('18748-4', 'Diagnostic imaging study'),
  LETTER: loinc('51852-2', 'Letter'),
  VACCINATION_RECORD: loinc('82593-5', 'Immunization summary report'),
  PRESCRIPTION: loinc('57833-6', 'Prescription for medication'),
} as const satisfies Record<string, CodeableConcept>

export const DOCUMENT_CATEGORY_CONCEPTS = {
  CLINICAL: concept(
    'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
    'clinical-note',
    'Clinical Note',
  ),
} as const satisfies Record<string, CodeableConcept>

/** The parts of a DocumentReference. */
export interface DocumentDescription {
  /** Uid of the binary file. */
  readonly binaryId: string
  readonly fileName: string
  readonly fileType: string
  /** Size in bytes. */
  readonly fileSize: number
  readonly subjectDid: string
  /** DID of the uploader. @default the subject */
  readonly author?: string
  readonly description?: string
  /** @default a photo for images, an addendum otherwise */
  readonly type?: CodeableConcept
  readonly category?: readonly CodeableConcept[]
}

export function createDocumentReference({
  binaryId,
  fileName,
  fileType,
  fileSize,
  subjectDid,
  author = subjectDid,
  description,
  type = typeFor(fileType),
  category,
}: DocumentDescription): DocumentReference {
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    type,
    ...(category && { category: [...category] }),
    subject: personOf(subjectDid),
    author: [personOf(author)],
    ...(description !== undefined && { description }),
    content: [
      {
        attachment: {
          contentType: fileType,
          url: binaryUrlOf(binaryId),
          // R5 writes this integer64 as a string, the file API as a number.
          size: fileSize as never,
          title: fileName,
        },
      },
    ],
  }
}

/** R5's extension for the resources to which an R4 document is related: R5 has no element for them. */
export const RELATED =
  'http://hl7.org/fhir/4.0/StructureDefinition/extension-DocumentReference.context.related'

const BINARY = 'binary/'

/** The URL by which a DocumentReference refers to its binary file. */
export const binaryUrlOf = (binaryId: string): string => `${BINARY}${binaryId}`

/** The uid of the binary file to which a DocumentReference refers. */
export function binaryIdOf({ content }: Pick<DocumentReference, 'content'>): string | undefined {
  const url = content[0]?.attachment.url
  return url?.startsWith(BINARY) ? url.slice(BINARY.length) : undefined
}

/** A DID is not a FHIR reference; it is carried as an identifier. */
const personOf = (did: string): Reference => ({
  reference: did,
  identifier: { system: 'urn:ietf:rfc:3986', value: did },
})

const typeFor = (fileType: string): CodeableConcept =>
  fileType.startsWith('image/')
    ? DOCUMENT_TYPE_CONCEPTS.PHOTO_DOCUMENT
    : DOCUMENT_TYPE_CONCEPTS.ADDENDUM_DOCUMENT

function loinc(code: string, display: string): CodeableConcept {
  return concept('http://loinc.org', code, display)
}

function concept(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }] }
}
