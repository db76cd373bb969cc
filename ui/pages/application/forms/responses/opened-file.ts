/** Writes a file incrementally to a location of the person's choice. A failure leaves no file. */
export interface OpenedFile {
  write(chunk: string): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

declare global {
  // File System Access, if the browser has it.
  var showSaveFilePicker: ((options: { suggestedName: string }) => Promise<FileSystemFileHandle>) | undefined
}

/**
 * Opens the save dialog; cancelling it throws an `AbortError`.
 * @param type - the media type of a download
 */
export async function openFile(name: string, type: string): Promise<OpenedFile> {
  if (globalThis.showSaveFilePicker === undefined) return download(name, type)
  const handle = await globalThis.showSaveFilePicker({ suggestedName: name })
  const stream = await handle.createWritable()
  return {
    write: chunk => stream.write(chunk),
    close: () => stream.close(),
    abort: () => stream.abort(),
  }
}

/** Fallback: collects Blobs, which a browser may keep on disk, and downloads them at the end. */
function download(name: string, type: string): OpenedFile {
  let pieces: Blob[] = []
  return {
    async write(chunk) {
      pieces.push(new Blob([chunk]))
    },
    async close() {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(pieces, { type }))
      link.download = name
      link.click()
      // By then the download has begun and no longer needs the URL.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    },
    async abort() {
      pieces = []
    },
  }
}
