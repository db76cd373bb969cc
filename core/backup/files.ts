/** The port of the places that hold a backup, and of the objects that it copies: files by name. */
import type { Readable } from 'node:stream'

export interface ListedFile {
  /** Parts are separated by slashes. */
  readonly name: string
  readonly size: number
  /** Differs from that of any other content under this name. */
  readonly mark: string
}

export interface Files {
  /** For sentences: a path, or a URL without credentials. */
  readonly place: string
  /** The files with names that begin so, in any order. */
  list(prefix: string): AsyncIterable<ListedFile>
  read(name: string): Promise<Readable | undefined>
  /** Stores a file whole or not at all, and replaces none: `false` if the name is taken. */
  write(name: string, content: Buffer | Readable, size: number): Promise<boolean>
  /** A missing file is no error. */
  remove(name: string): Promise<void>
  /** Makes everything that was written durable. */
  flush(): Promise<void>
  close(): Promise<void>
}
