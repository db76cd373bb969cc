/** Sorts plugins by their dependencies. Pure, so that its errors can be tested without a server. */
import { aboutConfig, CircularDependency, MissingDependency } from '../errors.ts'

interface Ordered {
  readonly manifest: { readonly name: string; readonly dependencies?: readonly string[] }
}

/**
 * Sorts dependencies first, and otherwise keeps the given order.
 * @param isDisabled - true if the config disables the plugin of that name, which the error then mentions
 * @throws MissingDependency with every plugin that needs the missing one and the config that disables them
 * all; CircularDependency with the circle
 */
export function order<P extends Ordered>(plugins: readonly P[], isDisabled: (name: string) => boolean): P[] {
  const byName = new Map(plugins.map(plugin => [plugin.manifest.name, plugin]))
  const done = new Set<P>()

  const visit = (plugin: P, path: readonly string[]): void => {
    if (done.has(plugin)) return
    const { name, dependencies = [] } = plugin.manifest
    if (path.includes(name))
      throw new CircularDependency([...path.slice(path.indexOf(name)), name].join(' → '))
    for (const dependency of dependencies) {
      const found = byName.get(dependency)
      if (!found) {
        throw aboutConfig(missing(dependency, plugins, isDisabled(dependency)), ['plugins', dependency])
      }
      visit(found, [...path, name])
    }
    done.add(plugin)
  }

  for (const plugin of plugins) visit(plugin, [])
  return [...done]
}

/** The error for a missing plugin. It names every direct and indirect dependant. */
function missing(dependency: string, plugins: readonly Ordered[], isDisabled: boolean): Error {
  const dependants = dependantsOf([dependency], plugins)
  const names = dependants.map(name => `'${name}'`).join(', ')
  const need = dependants.length === 1 ? `Plugin ${names} needs` : `Plugins ${names} need`
  if (!isDisabled) return new MissingDependency(need, dependency, 'is not installed')
  // Dependants of those are disabled too, so that this config starts.
  const there = new Set(plugins.map(({ manifest }) => manifest.name))
  const needed = plugins.flatMap(({ manifest }) => manifest.dependencies ?? [])
  const absent = [...new Set([dependency, ...needed])].filter(name => !there.has(name))
  const out = Object.fromEntries([...absent, ...dependantsOf(absent, plugins)].map(name => [name, false]))
  const why = `the config disables. To take all of them out: "plugins": ${JSON.stringify(out)}`
  return new MissingDependency(need, dependency, why)
}

/** Every direct or indirect dependant of these plugins. */
function dependantsOf(names: readonly string[], plugins: readonly Ordered[]): string[] {
  const without = new Set(names)
  // Each iteration finds the dependants of the previous one.
  for (let size = 0; size < without.size; ) {
    size = without.size
    for (const { manifest } of plugins)
      if (manifest.dependencies?.some(each => without.has(each))) without.add(manifest.name)
  }
  return [...without].slice(names.length)
}
