import type { BroadcastContract, MessageContract, RequestContext, RequestOf } from '@haru/contracts';
import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { z } from 'zod';

type Awaitable<T> = T | Promise<T>;
type HandlerDecorator<Handler> = <H extends Handler>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** Nest would turn a handler's error into "Internal server error"; the transport needs the error itself. */
@Catch()
class ErrorAsThrown implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method the handler of a request: it is called with the parsed request and its context. It
 * refuses by throwing `ServiceError`; anything else reaches the caller as `UNKNOWN_ERROR`, or as `SERVICE_UNAVAILABLE`
 * if a dependency is unavailable.
 */
export function HandleMessage<M extends MessageContract>(
  contract: M,
): HandlerDecorator<(request: RequestOf<M>, context: RequestContext) => Awaitable<z.input<M['reply']>>> {
  return (target, name, descriptor) => {
    Payload()(target, name, 0);
    Ctx()(target, name, 1);
    UseFilters(new ErrorAsThrown())(target, name, descriptor);
    MessagePattern(contract.pattern, { contract })(target, name, descriptor);
  };
}

/** Calls a controller's method with the parsed payload of a broadcast, in every process. */
export function HandleBroadcast<B extends BroadcastContract>(
  contract: B,
): HandlerDecorator<(payload: z.output<B['payload']>) => Awaitable<void>> {
  return (target, name, descriptor) => {
    Payload()(target, name, 0);
    EventPattern(contract.pattern, { contract })(target, name, descriptor as PropertyDescriptor);
  };
}
