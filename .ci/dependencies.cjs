/** Rules of dependency-cruiser: every arrow of docs/architecture.md points down, and no circle is left at run time. */

/** Folders of the product, without their tests. */
const FLOORS = 'schemas|fhir|core|plugins|cli|ui'
/**
 * Compiled for Node: tools of the build, the test of the wallet's pins, and the entry of the SDK for files on a disk.
 */
const BUILT_WITH_NODE = '^(fhir/generate/|ui/[^/]+/vite[.]config[.]ts$|ui/(pages/build|languages|sdk/disk)/)'
/** `andiron/testing` hosts plugins, like `plugins/index.ts`. */
const HOST = '^plugins/testing/'

/** The rooms of `fhir`, from the ground up. Its own files stand on all of them. */
const FHIR_FLOORS = [
  'values',
  'model',
  'terminology|expressions|sentences',
  'rules',
  'structure|results',
  'form|extract|resources',
]

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never(
      'no-circle',
      'Modules that import each other at run time depend on the order in which they are loaded.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    ),
    never(
      'schemas-are-shapes',
      'schemas import nothing but types',
      { path: '^schemas/' },
      { path: '^(?!schemas/|node_modules/)' },
    ),
    never(
      'fhir-is-pure',
      'fhir imports schemas, itself and packages: no server, no Node',
      { path: '^fhir/', pathNot: BUILT_WITH_NODE },
      { path: `^(?!schemas/|fhir/)(${FLOORS})/` },
    ),
    ...FHIR_FLOORS.map((rooms, floor) =>
      never(
        `fhir-floor-${floor + 1}`,
        `of fhir, ${rooms.replaceAll('|', ', ')} import the floors below and themselves`,
        { path: `^fhir/(${rooms})/` },
        {
          path: '^fhir/',
          pathNot: `^fhir/($1${FHIR_FLOORS.slice(0, floor)
            .map(below => `|${below}`)
            .join('')})/`,
        },
      ),
    ),
    never(
      'crypto-is-pure',
      'core/crypto imports itself, @noble and shamir-secret-sharing',
      { path: '^core/crypto/' },
      { pathNot: '^(core/crypto/|node_modules/(@noble|shamir-secret-sharing)/)' },
    ),
    never(
      'core-knows-no-plugin',
      'core imports schemas and itself',
      { path: '^core/' },
      { path: '^(fhir|plugins|cli|ui)/' },
    ),
    never(
      'plugins-import-entries',
      'a plugin imports core/index.ts and core/crypto/index.ts, as outsiders do',
      { path: '^plugins/[^/]+/', pathNot: HOST },
      { path: '^core/', pathNot: '^core/(index|crypto/index|node)[.]ts$' },
    ),
    never(
      'one-storage-node',
      'core/node.ts is for the plugin storage-node',
      { path: '^(plugins|cli)/', pathNot: '^plugins/storage-node/' },
      { path: '^core/node[.]ts$' },
    ),
    never(
      'plugins-do-not-know-each-other',
      'reach another plugin through its decorator, named in dependencies',
      { path: '^plugins/([^/]+)/', pathNot: HOST },
      { path: '^(plugins/|cli/|ui/)', pathNot: '^plugins/$1/' },
    ),
    never(
      'plugins-are-below-the-command-line',
      'only cli imports cli',
      { path: `^(?!cli/)(${FLOORS})/` },
      { path: '^cli/' },
    ),
    never(
      'ui-runs-in-browsers',
      'ui imports schemas, fhir, core/crypto and itself',
      { path: '^ui/', pathNot: BUILT_WITH_NODE },
      { path: '^(core/(?!crypto/)|plugins/|cli/)' },
    ),
    never(
      'browsers-have-no-node',
      'what runs in browsers imports no module of Node',
      { path: '^(schemas|fhir|core/crypto|ui)/', pathNot: BUILT_WITH_NODE },
      { dependencyTypes: ['core'] },
    ),
    never(
      'threads-are-light',
      'a worker module does not load the core: every thread of the sandbox would pay for it',
      { path: '-(task|worker)[.]ts$' },
      { path: '^core/(index|node|gateway)[.]ts$', reachable: true },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Also what is imported for its types alone, as the sources say it: `verbatimModuleSyntax`. Nothing is compiled to
    // find out.
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)(test|dist)/|[.]examples[.]ts$' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['andiron-source', 'import', 'node', 'default'],
    },
  },
}
