import { functionErrorSchema } from '@haru/contracts';
import { expect } from '@jest/globals';

/** @returns the body of an answer of a function in the form of an error */
export async function expectRefusal(answer: Response, status: number, code: string) {
  const body = functionErrorSchema.parse(await answer.json());
  expect({ status: answer.status, code: body.code }).toEqual({ status, code });
  return body;
}
