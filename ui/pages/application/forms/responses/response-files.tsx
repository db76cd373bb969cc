/** The buttons that save the responses to a form as a table or as resources, and the codebook of its columns. */
import { readCodebook, readResponsesAsCsv } from '../../../../sdk/responses.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { type OpenedFile, openFile } from './opened-file.ts'
import { PAGE, type Reading } from './response-reading.ts'
import type { ResponsesProps } from './responses.tsx'

interface ResponseFilesProps extends ResponsesProps {
  readonly reading: Reading
}

export function ResponseFiles({ scene, applicationId, keyPair, id, reading }: ResponseFilesProps) {
  const { environment } = scene
  const { options, step, run, readAll } = reading
  const isBusy = step.doing !== ''

  /** Writes a file; a failure leaves none. */
  const save = (
    name: string,
    type: string,
    write: (file: OpenedFile, signal: AbortSignal) => Promise<string>,
  ) =>
    run(async signal => {
      // First: a browser permits a save dialog only right after a click.
      const file = await openFile(name, type)
      try {
        return words.fileSaved({ what: await write(file, signal) })
      } catch (error) {
        await file.abort()
        throw error
      }
    })

  const saveTable = () =>
    save(`responses-${id}.csv`, 'text/csv', async (file, signal) => {
      for await (const piece of readResponsesAsCsv(keyPair, id, environment, { ...options, signal }))
        await file.write(piece)
      await file.close()
      return words.rowEach
    })
  const saveLines = () =>
    save(`responses-${id}.ndjson`, 'application/fhir+ndjson', async (file, signal) => {
      const lines = inPages(file)
      const saved = await readAll(signal, response => lines.take(`${JSON.stringify(response)}\n`))
      await lines.end()
      return saved
    })
  const saveCodebook = () =>
    save(`codebook-${id}.csv`, 'text/csv', async (file, signal) => {
      await file.write(await readCodebook(keyPair, id, environment, { applicationId, signal }))
      await file.close()
      return words.columnEach
    })

  return (
    <>
      <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveTable}>
        {words.downloadCsv}
      </button>
      <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveLines}>
        {words.downloadNdjson}
      </button>
      <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveCodebook}>
        {words.downloadCodebook}
      </button>
    </>
  )
}

/** Writes lines in batches of the page size. */
function inPages(file: OpenedFile) {
  let page: string[] = []
  const write = async () => {
    const chunk = page.join('')
    page = []
    await file.write(chunk)
  }
  return {
    async take(line: string) {
      if (page.push(line) >= PAGE) await write()
    },
    async end() {
      await write()
      await file.close()
    },
  }
}
