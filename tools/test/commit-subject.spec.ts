import { expect, it } from '@jest/globals';
import { subjectFault } from './commit-subject.js';

it.each([
  'fix(sites-service): keep the notice of a page whose check failed',
  'refactor(sites-service,web): name the reviewer of an objection',
  'docs: describe the declared database',
])('accepts "%s"', (subject) => expect(subjectFault(subject)).toBeUndefined());

it.each([
  'Fix the notice',
  'fix(Sites): keep the notice',
  'fix(sites-service):keep the notice',
  'fix(sites-service): ',
  `fix(sites-service): ${'a'.repeat(53)}`,
])('rejects "%s"', (subject) => expect(subjectFault(subject)).toBeDefined());
