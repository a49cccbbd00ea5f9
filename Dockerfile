# The web server and the commands of Panbook; the database runs beside it (docker-compose.yml).
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PANBOOK_VAR=/var/panbook
WORKDIR /srv/panbook

COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes -r requirements/uv.txt \
    && uv pip install --system --no-cache --require-hashes -r requirements/prod.txt

COPY . .
# Static files belong to the image: every copy of the web server serves the same ones.
RUN useradd --system --create-home panbook \
    && install -d -o panbook -g panbook "$PANBOOK_VAR" \
    && setpriv --reuid panbook --regid panbook --clear-groups python manage.py collectstatic --noinput -v 0

USER panbook
EXPOSE 8000
CMD ["python", "-m", "granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--blocking-threads", "4", "--no-ws", "config.wsgi:application"]
