/** The SDK of OpenTelemetry, which only deployments with `telemetry.traces` install. */
import { context, propagation, trace } from '@opentelemetry/api'
import type { Config } from '../config/config-schema.ts'
import { requirePackage } from '../packages.ts'
import { isTraced } from './tracing.ts'

export interface Tracing {
  /** Sends the last spans and stops. */
  close(): Promise<void>
}

const PACKAGES = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
]

/** Milliseconds in which the last spans are sent when the process ends. */
const FAREWELL = 3_000

/**
 * Starts the SDK for this process, unless the host application has started one.
 * @throws AND_PACKAGE_MISSING with the command that installs it
 */
export async function startTracing(
  { traces, endpoint, ratio }: Omit<Config['telemetry'], 'trustTraceparent'>,
  service: { readonly name: string; readonly version: string },
): Promise<Tracing> {
  if (traces === 'none' || isTraced()) return { close: async () => {} }
  for (const name of PACKAGES) requirePackage(name, "The option 'telemetry.traces'")
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new sdk.NodeTracerProvider({
    // No detector: the command line, the host and the user stay here.
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    // A stranger's flag of an accepted parent decides for its own trace; `ratio` for all others.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    spanLimits: { linkCountLimit: 1, attributeCountLimit: 16, eventCountLimit: 0 },
  })
  provider.register()
  return {
    async close() {
      const late = new Promise<void>(resolve => setTimeout(resolve, FAREWELL).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}
