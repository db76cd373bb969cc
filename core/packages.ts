/** The package of andiron: its version, and the optional packages that only deployments which need them install. */
import { readFileSync } from 'node:fs'
import { PackageMissing } from './errors.ts'

const { version, peerDependencies } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('#root/package.json')), 'utf8'),
) as { version: string; peerDependencies: Readonly<Record<string, string>> }

export { version }

/** The URL of a package or of a file in it; `undefined` if the package is not installed. */
export function urlOfPackage(specifier: string): string | undefined {
  try {
    return import.meta.resolve(specifier)
  } catch {
    return undefined
  }
}

/**
 * Checks that a package is installed before importing it, so that the start fails and not the first request.
 * @param feature - the subject of the sentence: "The option 'chain' of the plugin 'wallets'"
 * @throws PackageMissing with the command that installs a compatible version
 */
export function requirePackage(name: string, feature: string): void {
  if (urlOfPackage(name) === undefined) throw packageMissing(name, feature)
}

/** The error for a package that is not installed. */
export function packageMissing(name: string, feature: string): Error {
  return new PackageMissing(feature, name, `${name}@${peerDependencies[name] ?? 'latest'}`)
}
