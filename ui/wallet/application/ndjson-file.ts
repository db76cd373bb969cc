/** A file that is written piece by piece, where the person chooses; what fails midway leaves no file. */

export interface OpenedFile {
  write(chunk: string): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

const NDJSON = 'application/fhir+ndjson'

declare global {
  // File System Access, where the browser has it.
  var showSaveFilePicker: ((options: { suggestedName: string }) => Promise<FileSystemFileHandle>) | undefined
}

/** Asks where to save; a person who does not say ends it with an `AbortError`. */
export async function openFile(name: string): Promise<OpenedFile> {
  if (globalThis.showSaveFilePicker === undefined) return download(name)
  const handle = await globalThis.showSaveFilePicker({ suggestedName: name })
  const stream = await handle.createWritable()
  return {
    write: chunk => stream.write(chunk),
    close: () => stream.close(),
    abort: () => stream.abort(),
  }
}

/** Elsewhere the pieces become blobs, which a browser may keep on the disk, and in the end a download. */
function download(name: string): OpenedFile {
  let pieces: Blob[] = []
  return {
    async write(chunk) {
      pieces.push(new Blob([chunk]))
    },
    async close() {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(pieces, { type: NDJSON }))
      link.download = name
      link.click()
      // The download has begun by then, and holds what it needs.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    },
    async abort() {
      pieces = []
    },
  }
}
