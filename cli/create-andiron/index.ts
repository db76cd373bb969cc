#!/usr/bin/env node
/** `npm create andiron`: asks in a terminal for the arguments that are missing. */
import { createInterface } from 'node:readline/promises'
import { run } from './command.ts'

const { stdin: input, stdout: output } = process
const terminal = input.isTTY && output.isTTY ? createInterface({ input, output }) : undefined
// Ctrl-C and Ctrl-D leave the question without an answer.
const cancel = () => process.exit(130)
terminal?.once('close', cancel)
process.exitCode = await run(process.argv.slice(2), {
  templates: new URL('./templates/', import.meta.url),
  ...(terminal && { ask: question => terminal.question(question) }),
  print: text => console.log(text),
  fail: text => console.error(text),
})
terminal?.off('close', cancel).close()
