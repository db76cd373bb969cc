/** Puts plugins into the order of their dependencies. Pure, so that its errors can be tested without a server. */
import { aboutConfig, CircularDependency, MissingDependency } from '../errors.ts'

interface Ordered {
  readonly manifest: { readonly name: string; readonly dependencies?: readonly string[] }
}

/**
 * Dependencies first, otherwise as given.
 * @param isDisabled - whether the config takes a plugin of that name out: the error then says so
 * @throws MissingDependency naming both plugins; CircularDependency printing the circle
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
        const why = isDisabled(dependency) ? 'the config disables' : 'is not installed'
        throw aboutConfig(new MissingDependency(name, dependency, why), ['plugins', dependency])
      }
      visit(found, [...path, name])
    }
    done.add(plugin)
  }

  for (const plugin of plugins) visit(plugin, [])
  return [...done]
}
