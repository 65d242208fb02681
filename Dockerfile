# syntax=docker/dockerfile:1
# `casegate api` in an image with nothing but the program, built without the stand-in and its
# database. It is static, and needs no shell, library or writable file.

FROM rust:1.95-slim-bookworm AS build
# The compiler of the allocator, in the version of the image's release.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --no-install-recommends -y musl-tools && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN target="$(uname -m)-unknown-linux-musl" \
  && rustup target add "$target" \
  && cargo build --release --locked --package casegate-cli --features api --target "$target" \
  && cp "target/$target/release/casegate" /casegate

FROM scratch
# For the variable TZ, by which requests without a day are judged.
COPY --from=build /usr/share/zoneinfo /usr/share/zoneinfo
COPY --from=build /casegate /casegate
USER 65532:65532
EXPOSE 8789
ENTRYPOINT ["/casegate"]
CMD ["api", "--address", "0.0.0.0"]
