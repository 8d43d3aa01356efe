import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@haru/contracts';
import { Injectable } from '@nestjs/common';

export interface ScheduledJob {
  /**
   * Only after an outage of Redis may a second run have started, so two concurrent runs must do no harm.
   * @param stop asks the run to save its progress and end after its current step
   * @returns what it did, for the log
   */
  run(stop: AbortSignal): Promise<object>;
}

interface Schedule {
  /** A run begins each time so many seconds have passed, unless the one before has not ended. A setting may say it. */
  seconds: number | string;
  /** A run is asked to stop after so many seconds; the next one continues. */
  sliceSeconds: number;
}

const schedules = new WeakMap<object, Schedule>();

/**
 * States when a scheduled job runs, and makes it injectable. The job is one class in one file. Its name on the queue is
 * that of the class, so renaming the class strands the runs that wait there.
 *
 *     @Every({ seconds: 60, sliceSeconds: 30 })
 *     export class PurgeDrafts implements ScheduledJob { … }
 */
export function Every(schedule: Schedule) {
  return (job: abstract new (...dependencies: never[]) => ScheduledJob): void => {
    schedules.set(job, schedule);
    Injectable()(job);
  };
}

export function isScheduledJobClass(value: unknown): boolean {
  return typeof value === 'function' && schedules.has(value);
}

/** This is a job with the times of its schedule, in milliseconds. */
export interface PlannedJob extends ScheduledJob {
  name: string;
  everyMs: number;
  sliceMs: number;
}

/** @returns the instances whose classes have `@Every`. @param settingOf returns a setting by its name */
export function plannedJobsOf(instances: readonly unknown[], settingOf: (name: string) => number): PlannedJob[] {
  return instances.flatMap((instance) => {
    const schedule = instance instanceof Object && schedules.get(instance.constructor);
    if (!schedule) return [];
    const { seconds, sliceSeconds } = schedule;
    const { name } = instance.constructor;
    return {
      name: name.charAt(0).toLowerCase() + name.slice(1),
      everyMs: (typeof seconds === 'string' ? settingOf(seconds) : seconds) * 1_000,
      sliceMs: sliceSeconds * 1_000,
      run: (stop) => (instance as ScheduledJob).run(stop),
    };
  });
}

/** No person requests scheduled jobs. */
export function contextOfJob(): RequestContext {
  return { requestId: randomUUID(), caller: { role: 'service_role' } };
}
