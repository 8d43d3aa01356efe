import ts from 'typescript';
import * as routing from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import * as scaled from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './kustomize.js';

/** The kinds of object by API version, as the packages of Kubernetes' schemas have them. */
const groups: Record<string, { module: string; kinds: object }> = {
  v1: { module: 'kubernetes-models/v1', kinds: core },
  'apps/v1': { module: 'kubernetes-models/apps/v1', kinds: apps },
  'autoscaling/v2': { module: 'kubernetes-models/autoscaling/v2', kinds: autoscaling },
  'batch/v1': { module: 'kubernetes-models/batch/v1', kinds: batch },
  'networking.k8s.io/v1': { module: 'kubernetes-models/networking.k8s.io/v1', kinds: networking },
  'gateway.networking.k8s.io/v1': {
    module: '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
    kinds: routing,
  },
  'policy/v1': { module: 'kubernetes-models/policy/v1', kinds: policy },
  'keda.sh/v1alpha1': { module: '@kubernetes-models/keda/keda.sh/v1alpha1', kinds: scaled },
};

type Model = new (data: object) => { validate(): void };

/** The faults that Kubernetes' schemas find in an object. */
export function schemaFaults({ apiVersion, kind, ...data }: Manifest): string[] {
  const name = `${kind} ${data.metadata.name}`;
  const model: unknown = Reflect.get(groups[apiVersion]?.kinds ?? {}, kind);
  if (typeof model !== 'function') return [`${name}: there is no ${apiVersion} ${kind}`];
  try {
    new (model as Model)(data).validate();
    return [];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * The fields that Kubernetes does not know. Its schemas accept them, and the API server drops them silently. So the
 * objects are compiled as TypeScript against the schemas' types, where an unknown field is an error.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const lines = manifests.map(({ apiVersion, kind, ...data }, index) => {
    const { module = '' } = groups[apiVersion] ?? {};
    return `import { ${kind} as Kind${index} } from '${module}';\nnew Kind${index}(${JSON.stringify(data)});`;
  });
  const file = `${import.meta.dirname}/manifests-as-types.ts`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    getSourceFile: (path, version, ...rest) =>
      path === file ? ts.createSourceFile(path, lines.join('\n'), version) : disk.getSourceFile(path, version, ...rest),
  };
  const program = ts.createProgram([file], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
