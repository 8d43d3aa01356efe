import type { PageAddresses, PublishLimits, Scope } from '@haru/contracts';
import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallRoute } from './route-calls.js';

export interface ToolContext {
  /** Calls a route with the edit key of the arguments, or else with the credential of the request. */
  call: CallRoute;
  addresses: PageAddresses;
  limits: PublishLimits;
  /** The caller has an account: its pages stay, and it can have several. */
  hasAccount: boolean;
  /** The credential of the request may read the pages of its account. */
  canRead: boolean;
}

interface ToolDefinition<Input extends z.ZodType, Output extends z.ZodType> {
  name: string;
  title: string;
  description: string;
  /** Keys without one of these scopes do not see the tool. */
  scopes: readonly Scope[];
  /** Callers without a credential do not see the tool. */
  needsAccount?: true;
  annotations: typeof readOnly;
  input: Input;
  output: Output;
  run: (input: z.output<Input>, context: ToolContext) => Promise<z.output<Output>>;
}

export interface Tool extends Pick<ToolDefinition<z.ZodType, z.ZodType>, 'name' | 'scopes' | 'needsAccount' | 'input'> {
  /** `tools/list` answers this. */
  shown: ShownTool;
  run: (input: unknown, context: ToolContext) => Promise<object>;
}

export function defineTool<Input extends z.ZodType, Output extends z.ZodType<object>>({
  title,
  description,
  annotations,
  output,
  run,
  ...tool
}: ToolDefinition<Input, Output>): Tool {
  const schemas = { inputSchema: shortSchemaOf(tool.input), outputSchema: shortSchemaOf(output) };
  return {
    ...tool,
    shown: { name: tool.name, title, description, annotations, ...schemas },
    // The server has checked the input with this schema.
    run: (input, context) => run(input as z.output<Input>, context),
  };
}

/** The schema as JSON, without patterns and bounds of numbers: an error names them when an assistant needs them. */
function shortSchemaOf(schema: z.ZodType): ShownTool['inputSchema'] {
  const { $schema: _dialect, ...shown } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const bound of ['pattern', 'minimum', 'exclusiveMinimum', 'maximum'] as const) delete jsonSchema[bound];
    },
  });
  // Zod and the MCP package each have their own type of a JSON Schema.
  return shown as ShownTool['inputSchema'];
}

export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** What a change replaces can be brought back. */
export const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };
export const destructive = { ...changing, destructiveHint: true };
